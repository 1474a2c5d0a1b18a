/** How many there are as people and the database count: `length` counts an emoji as two. */
export const charactersIn = (text: string): number => Array.from(text).length

/** Whether a text shows anything: not only white space, control, format and other invisible characters. U+2800 is an empty Braille cell. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text)
