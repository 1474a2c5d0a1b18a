const takenBackFor = 60 * 60_000 // milliseconds

/** What was deleted before is gone for good. */
export const takenBackSince = (now: Date) => new Date(now.getTime() - takenBackFor)
