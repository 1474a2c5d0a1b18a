export const underlined = 'text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current'

/** The classes of a link in a text. Its touch target is larger than it looks. */
export const textLink = `text-link ${underlined}`
