const keys = new Set<string>()

/** Remembers that this page has submitted the report. A draft that remains is then from another tab. */
export const noteSubmittedHere = (draftKey: string) => void keys.add(draftKey)

export const isSubmittedHere = (draftKey: string) => keys.has(draftKey)
