export const maxIdleMs = 7 * 24 * 60 * 60_000 // the longest time between two uses (D7.13)
export const maxLifetimeMs = 30 * 24 * 60 * 60_000

/** The time in which a refresh can be repeated, unless the new token has been used (E1.04). */
export const maxRepeatMs = 24 * 60 * 60_000

/** The time for which we store an ended session. */
export const retentionMs = 30 * 24 * 60 * 60_000
