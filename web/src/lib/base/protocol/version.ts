/** The version of the protocol. */
export const PROTOCOL = 4;
