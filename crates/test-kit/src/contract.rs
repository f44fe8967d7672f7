//! A contract that several storages keep.

/// A test of each promise of a module, for a storage: `$fresh` is a function that makes an empty one and hands it to a
/// closure.
#[macro_export]
macro_rules! keeps_promises {
    ($fresh:path, $of:ident: $($promise:ident),+ $(,)?) => {
        $(#[tokio::test]
        async fn $promise() {
            $fresh($of::$promise).await;
        })+
    };
}
