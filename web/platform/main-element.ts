/** Returns the main content of the page. It takes the focus if a control disappears without a successor. */
export const mainElement = () => document.querySelector('main')
