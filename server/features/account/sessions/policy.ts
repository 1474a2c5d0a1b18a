export const idleMost = 7 * 24 * 60 * 60_000 // milliseconds (D7.13)
export const lifeMost = 30 * 24 * 60 * 60_000

/** The time in which a refresh can be repeated, unless its successor was used (E1.04). */
export const repeatMost = 24 * 60 * 60_000 // milliseconds

/** After its end a session is kept for so long. */
export const keptAfterEnd = 30 * 24 * 60 * 60_000 // milliseconds
