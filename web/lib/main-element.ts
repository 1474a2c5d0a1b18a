/** The content of the page. It takes the focus where a control goes away and no other comes. */
export const mainElement = () => document.querySelector('main')
