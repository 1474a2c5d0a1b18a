export const underlined = 'text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current'

/** A link within words. By touch it is as large as a finger, whatever the font: its own size is that of the font's letters. */
export const textLink = `rounded-1 ${underlined} pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:top-1/2 pointer-coarse:after:left-1/2 pointer-coarse:after:h-11 pointer-coarse:after:w-[calc(100%+1.5rem)] pointer-coarse:after:min-w-11 pointer-coarse:after:-translate-1/2`
