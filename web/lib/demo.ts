/** Whether this is the demo (`npm run demo`): its server writes so into the page. */
export const isDemo = document.documentElement.dataset['demo'] !== undefined
