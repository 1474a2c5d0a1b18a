/** How many there are as people and the database count: `length` counts an emoji as two. */
export const charactersIn = (text: string): number => Array.from(text).length
