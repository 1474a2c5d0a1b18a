/**
 * Returns whether the screen is at least 768 pixels wide. On smaller screens a focused field opens a keyboard that
 * covers the content.
 */
export const isTabletOrWider = () => matchMedia('(min-width: 768px)').matches
