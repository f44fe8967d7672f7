/** What numbers of a set-up and of how a table is run can be. */
export const LIMITS = {
  players: { least: 2, most: 6 },
  points_to_win: { least: 3, most: 22 },
  hand_limit: { least: 2, most: 50 },
  time_limit: { least: 1, most: 600 },
  turn_seconds: { least: 10, most: 3600 },
  clock_minutes: { least: 1, most: 180 },
  increment_seconds: { least: 0, most: 600 },
  delay_seconds: { least: 1, most: 3600 },
  extensions: { least: 0, most: 10 },
  grace_seconds: { least: 10, most: 600 },
  bots_after_seconds: { least: 0, most: 600 },
  takeover_rounds: { least: 0, most: 20 },
  alert_minutes: { least: 1, most: 1440 },
} as const;

/** How many can play. */
export const PLAYERS = [2, 3, 4, 5, 6] as const;

/** The longest text that stands for a random board, in bytes. */
export const LONGEST_BOARD_SEED = 64;

/** The longest board file, in bytes. */
export const LONGEST_BOARD_TEXT = 8192;
