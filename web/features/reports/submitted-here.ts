const keys = new Set<string>()

/** Remembers that this page has submitted the report: a draft that stays is another tab's. */
export const noteSubmittedHere = (draftKey: string) => void keys.add(draftKey)

export const isSubmittedHere = (draftKey: string) => keys.has(draftKey)
