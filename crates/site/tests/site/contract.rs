//! What a site stores, as tests for both databases.

use brickwood_site::StoresSite;
use brickwood_storage::{SEEN_WITHIN, Storage};

mod devices;
mod identities;
mod moderation;
mod open_tables;
mod passkeys;
mod personal_data;
mod profiles;
mod ratings;
mod recovery;
mod results;
mod site;

pub use devices::*;
pub use identities::*;
pub use moderation::*;
pub use open_tables::*;
pub use passkeys::*;
pub use personal_data::*;
pub use profiles::*;
pub use ratings::*;
pub use recovery::*;
pub use results::*;
pub use site::*;

pub use brickwood_test_kit::stored::{
    at, create, ids, lines, new_game, people, person, record, seat,
};

pub async fn people_without_a_seat_are_forgotten_when_they_have_not_come_for_long(
    log: impl Storage,
) {
    let day = SEEN_WITHIN.as_millis() as u64;
    let (seated, gone, back, new) = (person(1), person(2), person(3), person(4));
    for who in [seated, gone, back] {
        log.persons().add(who, day).await.unwrap();
    }
    log.persons().add(new, 9 * day).await.unwrap();
    create(&log, "a", 1, &people(&[Some(seated), None, None])).await;
    assert_eq!(log.persons().meet(back, 7 * day).await, Ok(true));
    // The time of the last visit never goes back.
    assert_eq!(log.persons().meet(back, 2 * day).await, Ok(true));
    assert_eq!(log.site().forget_unseen(5 * day).await, Ok(1));
    assert_eq!(log.site().forget_unseen(5 * day).await, Ok(0));
    for (who, known) in [(seated, true), (gone, false), (back, true), (new, true)] {
        assert_eq!(log.persons().meet(who, 9 * day).await, Ok(known), "{who:?}");
    }
}

/// A test of each promise, for a database that `$fresh` makes.
macro_rules! site_contract {
    ($fresh:path) => {
        brickwood_test_kit::keeps_promises!($fresh, contract:
            the_lobby_lists_public_games_with_open_seats_that_have_not_begun,
            a_table_is_listed_while_somebody_is_there,
            a_setting_has_its_last_value,
            a_link_is_valid_once_and_for_its_time,
            the_next_link_of_a_person_replaces_the_one_before,
            of_many_who_claim_a_link_at_once_one_succeeds,
            recovery_words_are_valid_until_a_day_after_they_are_replaced,
            who_is_being_deleted_has_no_devices_keys_or_name_any_more,
            all_games_that_mention_a_person_are_found,
            what_was_said_from_a_seat_is_told_and_forgotten,
            a_person_with_one_browser_is_known_by_it_and_has_no_list,
            all_devices_of_a_person_are_that_person,
            a_persons_only_device_can_be_named_and_removed,
            a_removed_device_is_nobodys,
            a_device_has_the_name_that_its_person_gives_it,
            a_device_is_forgotten_when_it_has_not_come_for_long,
            the_device_that_was_not_seen_for_longest_makes_room,
            new_devices_push_no_trusted_one_out,
            what_is_said_about_a_device_is_said_once,
            a_removed_device_is_told_whose_it_was_until_its_person_is_deleted,
            devices_that_are_added_at_once_are_all_there,
            a_person_with_a_seat_keeps_it_whichever_device_is_removed,
            a_passkey_is_found_by_its_id_and_by_its_person,
            an_id_is_that_of_one_passkey,
            a_person_has_so_many_passkeys_and_no_more,
            a_passkey_of_nobody_is_not_stored,
            of_many_uses_at_one_state_one_counts,
            only_its_person_renames_and_removes_a_passkey,
            whoever_has_a_passkey_is_not_forgotten,
            a_ceremony_is_finished_once_in_time_and_as_what_it_was_begun,
            of_many_who_finish_a_ceremony_one_does,
            a_game_is_found_as_long_as_a_bots_seat_can_be_taken,
            a_public_game_is_found_by_those_who_watch_while_its_people_are_there,
            networks_take_turns_in_the_list_of_games_to_join,
            a_alert_stands_until_it_ends,
            only_those_count_who_want_to_play_and_whose_page_asks,
            a_person_is_told_of_each_table_by_one_page,
            of_many_browsers_one_opens_the_hosts_page_by_a_link,
            a_link_to_the_hosts_page_is_valid_for_a_while,
            of_many_decisions_about_one_person_one_is_made_with_its_line,
            the_lines_of_the_hosts_log_are_numbered_and_kept,
            a_warning_is_acknowledged_once,
            moderators_and_sessions_come_and_go_by_decisions,
            people_are_found_by_the_beginning_of_their_id,
            a_block_keeps_two_people_apart_until_it_is_taken_back,
            a_report_is_decided_once_and_its_sender_hears_of_it,
            the_reports_about_a_person_at_a_table_are_one_card,
            it_is_known_for_a_day_who_watches_a_table,
            a_network_is_suspended_for_who_is_new_once_a_suspended_person_comes_from_it,
            what_servers_count_is_known_until_they_are_silent,
            the_host_sees_how_much_is_stored_and_the_latest_games,
            with_a_person_all_goes_that_was_decided_and_reported_about_them,
            a_report_stays_when_its_sender_goes,
            an_identity_stays_with_the_person_to_whom_it_was_bound_first,
            of_many_who_bind_an_identity_one_gets_it,
            a_person_has_a_few_identities_and_no_more,
            whoever_has_an_identity_is_not_forgotten,
            nobody_is_bound_who_is_not_stored,
            a_person_reads_their_results_page_by_page_the_latest_first,
            a_game_is_found_as_lists_tell_of_it,
            a_person_with_results_is_not_forgotten_and_one_who_is_deleted_has_none,
            fellow_players_are_those_of_the_same_games,
            finished_games_wait_for_their_results_in_the_order_in_which_they_ended,
            nothing_is_seen_of_a_person_who_has_not_said_so,
            of_many_who_evaluate_a_game_at_once_one_does,
            the_results_of_a_game_are_stored_once_and_whole,
            the_list_of_ratings_has_who_wants_to_be_in_it_and_is_sure_enough,
            a_persons_rating_is_what_their_last_game_of_the_class_has_left,
            a_game_is_rated_only_as_the_next_one,
            rated_games_are_read_in_their_order_and_corrected,
            what_people_have_to_do_with_each_other_follows_from_their_games,
            a_rated_game_keeps_what_it_changed_when_a_player_is_deleted,
            of_a_persons_games_the_latest_say_whether_they_stay,
            people_without_a_seat_are_forgotten_when_they_have_not_come_for_long,
        );
    };
}
pub(crate) use site_contract;
