/**
 * Returns the main content of the page. It takes the focus if a control disappears and no other control replaces it.
 */
export const mainElement = () => document.querySelector('main')
