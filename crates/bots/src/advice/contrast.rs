//! What tells settlements apart that are named together: a reason that nearly all of them have is none.

use brickwood_protocol::AdviceReason;
use brickwood_rules::{HarborKind, Resource};

/// What may be as usual of a settlement.
struct Said<'a> {
    scarce: &'a mut Vec<Resource>,
    harbor_near: &'a mut Option<HarborKind>,
    room: &'a mut Option<bool>,
    contested: &'a mut bool,
}

impl<'a> Said<'a> {
    fn of(reason: &'a mut AdviceReason) -> Option<Self> {
        let AdviceReason::Settlement {
            scarce,
            harbor_near,
            room,
            contested,
            ..
        } = reason
        else {
            return None;
        };
        Some(Self {
            scarce,
            harbor_near,
            room,
            contested,
        })
    }

    fn is_near_any_harbor(&self) -> bool {
        *self.harbor_near == Some(HarborKind::Generic)
    }
}

/// Leaves out what is so at most of the first `shown` settlements. Of one alone nothing is left out but the room that one
/// expects.
pub(super) fn distinguish<'a>(reasons: impl Iterator<Item = &'a mut AdviceReason>, shown: usize) {
    let mut all: Vec<Said> = reasons.filter_map(Said::of).collect();
    let beside = &all[..shown.min(all.len())];
    let is_usual = |is: &dyn Fn(&Said) -> bool| {
        let count = beside.iter().filter(|said| is(said)).count();
        beside.len() > 1 && 2 * count > beside.len()
    };
    let usual_resources =
        Resource::ALL.map(|resource| is_usual(&|said| said.scarce.contains(&resource)));
    let usual_harbor = is_usual(&|said| said.is_near_any_harbor());
    let usual_contest = is_usual(&|said| *said.contested);
    let usual_room = !is_usual(&|said| *said.room == Some(false));
    for said in &mut all {
        said.scarce
            .retain(|resource| !usual_resources[*resource as usize]);
        if usual_harbor && said.is_near_any_harbor() {
            *said.harbor_near = None;
        }
        *said.contested &= !usual_contest;
        said.room.take_if(|room| *room == usual_room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settlement(scarce: &[Resource], room: bool, contested: bool) -> AdviceReason {
        AdviceReason::Settlement {
            yields: [5, 0, 4, 0, 0],
            fresh: Vec::new(),
            scarce: scarce.to_vec(),
            harbor: None,
            harbor_near: Some(HarborKind::Generic),
            next: None,
            richer: None,
            room: Some(room),
            contested,
        }
    }

    /// What is left of these.
    fn told(
        mut reasons: Vec<AdviceReason>,
        shown: usize,
    ) -> Vec<(Vec<Resource>, Option<bool>, bool)> {
        distinguish(reasons.iter_mut(), shown);
        let said = reasons.iter_mut().filter_map(Said::of);
        said.map(|said| (said.scarce.clone(), *said.room, *said.contested))
            .collect()
    }

    #[test]
    fn what_most_places_have_speaks_for_none_of_them() {
        let (brick, ore) = (Resource::Brick, Resource::Ore);
        let found = told(
            vec![
                settlement(&[brick, ore], true, true),
                settlement(&[brick], true, false),
                settlement(&[brick], false, false),
                // Not shown together with the others, and measured by them.
                settlement(&[brick, ore], false, true),
            ],
            3,
        );
        let expected = [
            (vec![ore], None, true),
            (vec![], None, false),
            (vec![], Some(false), false),
            (vec![ore], Some(false), true),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn room_is_told_where_most_places_have_none() {
        let found = told(
            vec![
                settlement(&[], false, false),
                settlement(&[], true, false),
                settlement(&[], false, false),
            ],
            3,
        );
        let rooms: Vec<Option<bool>> = found.into_iter().map(|(_, room, _)| room).collect();
        assert_eq!(rooms, [None, Some(true), None]);
    }

    #[test]
    fn a_place_alone_keeps_all_but_the_room_that_one_expects() {
        let brick = vec![Resource::Brick];
        let one = |room| told(vec![settlement(&brick, room, true)], 3);
        assert_eq!(one(true), [(brick.clone(), None, true)]);
        assert_eq!(one(false), [(brick.clone(), Some(false), true)]);
    }
}
