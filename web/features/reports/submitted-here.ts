const keys = new Set<string>()

/** Stores that this page has submitted the report. A draft that still exists is then from another tab. */
export const noteSubmittedHere = (draftKey: string) => void keys.add(draftKey)

export const isSubmittedHere = (draftKey: string) => keys.has(draftKey)
