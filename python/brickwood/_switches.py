"""The switches of the rules, as types. `cargo xtask codegen` writes this file."""

from __future__ import annotations

from typing import Literal, TypedDict


class Switches(TypedDict, total=False):
    """The switches of the rules, which ``Rules`` takes as keywords. ``brickwood.SWITCHES`` has the same."""

    points_to_win: int
    hand_limit: int
    time_limit: int | None
    first_player: int | Literal["roll"]
    set_up: Literal[
        "placed",
        "beginners",
        "beginners_without_red",
        "beginners_without_orange",
        "beginners_without_white",
        "beginners_without_blue",
    ]
    number_layout: Literal["spiral", "shuffled"]
    number_start: Literal["corner", "coast"]
    number_direction: Literal["counter_clockwise", "clockwise"]
    harbor_facing: Literal["longest_line", "either"]
    harbor_layout: Literal["shuffled", "frame", "published"]
    reds_apart: bool
    balanced_board: bool
    bank_shortage: Literal["sole_claimant", "nobody"]
    trade_then_build: bool
    like_for_like: bool
    city_cost: Literal["three_ore_two_grain", "two_ore_three_grain"]
    robber_on_desert: bool
    steal_optional: bool
    friendly_robber: bool
    free_roads: Literal["at_once", "within_turn"]
    progress_cards: Literal["leave_the_game", "under_the_deck"]
    longest_road_tie: Literal["holder_keeps", "nobody"]
    win_when: Literal["own_turn", "any_time"]
    special_building_phase: bool
    dice: Literal["dice", "deck"]
    no_domestic_trade: bool
    played_victory_points: bool
    open_hands: bool
    cards_after_roll: bool
    no_early_seven: bool
    robber_may_stay: bool
    no_trade_after_building: bool
    keep_a_settlement: bool
    knight_interrupt: bool
