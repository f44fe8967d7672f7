/**
 * Whether this is the long form of the tests: `cargo xtask test --long`, each night and before a release. It looks at every
 * window, language and length of a game; each change is tested with those that find most.
 */
export const LONG = Boolean(process.env.BRICKWOOD_LONG);
