//! What people let others see of themselves.

use brickwood_site::StoresSite;
use brickwood_storage::{Progress, Storage};

use super::{at, create, people, person, record};

pub async fn nothing_is_seen_of_a_person_who_has_not_said_so(log: impl Storage) {
    let (site, ida) = (log.site(), person(1));
    assert_eq!(site.profile(ida).await, Ok(None));
    // Nothing is kept of a stranger.
    site.set_profile(ida, Some("{}")).await.unwrap();
    assert_eq!(site.profile(ida).await, Ok(None));
    log.persons().add(ida, 1).await.unwrap();
    for shown in ["{\"results\":true}", "{\"quality\":true}"] {
        site.set_profile(ida, Some(shown)).await.unwrap();
        assert_eq!(site.profile(ida).await, Ok(Some(shown.to_owned())));
    }
    assert_eq!(site.profile(person(2)).await, Ok(None));
    site.set_profile(ida, None).await.unwrap();
    assert_eq!(site.profile(ida).await, Ok(None));
    // It goes with the person.
    site.set_profile(ida, Some("{}")).await.unwrap();
    assert_eq!(log.site().forget_unseen(2).await, Ok(1));
    log.persons().add(ida, 3).await.unwrap();
    assert_eq!(site.profile(ida).await, Ok(None));
}

pub async fn a_game_is_found_as_lists_tell_of_it(log: impl Storage) {
    assert_eq!(log.games().listed("a").await, Ok(None));
    let seated = people(&[Some(person(1)), Some(person(2)), None]);
    create(&log, "a", 1, &seated).await;
    create(&log, "b", 2, &people(&[Some(person(1)), None, None])).await;
    for progress in [Progress::Gathering, Progress::Playing] {
        let found = log.games().listed("a").await.unwrap().unwrap();
        assert_eq!(
            (found.people, found.outline.progress),
            (seated.clone(), progress)
        );
        let listed = log.games().games_of(person(2), 10).await.unwrap();
        assert_eq!(
            log.games().listed("a").await.unwrap().as_ref(),
            listed.first()
        );
        if progress == Progress::Gathering {
            let begun = at(Progress::Playing, vec![record(1, None)]);
            log.append("a", begun).await.unwrap();
        }
    }
}
