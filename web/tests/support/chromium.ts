/** The program with all that belongs to the browser. */
export const CHROMIUM = process.env.PW_CHROMIUM ?? '/usr/bin/chromium';
