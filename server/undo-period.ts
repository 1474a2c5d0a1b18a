const undoPeriodMs = 60 * 60_000

/** Returns the moment before which deletions are final. */
export const undoableSince = (now: Date) => new Date(now.getTime() - undoPeriodMs)
