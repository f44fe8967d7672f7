/** How a table is run where nobody has chosen. */
export const DEFAULT_OPTIONS = {"public":false,"start":"when_full","spectators":{"type":"allowed"},"chat":"free","clock":{"type":"off"},"extensions":10,"absence":"bot","grace_s":60,"bot_pace":"normal","bot_offers":"few","coach":"alone"} as const;
