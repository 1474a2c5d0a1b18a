export const underlined = 'text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current'

/** A link within words; by touch it is larger than it looks. */
export const textLink = `rounded-1 ${underlined} pointer-coarse:relative pointer-coarse:-mx-3 pointer-coarse:-my-4 pointer-coarse:px-3 pointer-coarse:py-4`
