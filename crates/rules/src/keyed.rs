//! Values by seat and by resource.

use core::array;
use core::ops::{Index, IndexMut};
use core::slice::{Iter, IterMut};

use serde::{Deserialize, Serialize};

use crate::{MAX_SEATS, Resource, Seat};

macro_rules! keyed {
    ($(#[$doc:meta])* $name:ident by $key:ident, $count:expr) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name<T>(pub [T; $count]);

        impl<T> $name<T> {
            /// This value for each.
            pub const fn all(value: T) -> Self
            where
                T: Copy,
            {
                Self([value; $count])
            }

            /// What becomes of each value.
            pub fn map<U>(self, of: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(of))
            }

            /// The values in their order.
            pub fn iter(&self) -> Iter<'_, T> {
                self.0.iter()
            }

            /// Likewise, to be changed.
            pub fn iter_mut(&mut self) -> IterMut<'_, T> {
                self.0.iter_mut()
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            #[inline]
            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }

        impl<T> IntoIterator for $name<T> {
            type Item = T;
            type IntoIter = array::IntoIter<T, $count>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'a, T> IntoIterator for &'a $name<T> {
            type Item = &'a T;
            type IntoIter = Iter<'a, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<'a, T> IntoIterator for &'a mut $name<T> {
            type Item = &'a mut T;
            type IntoIter = IterMut<'a, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter_mut()
            }
        }
    };
}

keyed! {
    /// A value for each seat that a board has room for.
    BySeat by Seat, MAX_SEATS
}

impl<T> BySeat<T> {
    /// What this makes of each seat.
    pub fn of(of: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::EVERY.map(of))
    }
}

keyed! {
    /// A value for each resource.
    ByResource by Resource, 5
}

impl<T> ByResource<T> {
    /// What this makes of each resource.
    pub fn of(of: impl FnMut(Resource) -> T) -> Self {
        Self(Resource::ALL.map(of))
    }
}
