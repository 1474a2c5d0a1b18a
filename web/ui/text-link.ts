export const underlined = 'text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current'

/** A link within words; by touch it is larger than it looks. */
export const textLink = `text-link ${underlined}`
