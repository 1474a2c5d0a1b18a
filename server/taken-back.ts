const takenBackFor = 60 * 60_000 // milliseconds

/** Returns the moment before which deletions are final. */
export const takenBackSince = (now: Date) => new Date(now.getTime() - takenBackFor)
