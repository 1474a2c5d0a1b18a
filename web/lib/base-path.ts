/** What stands before every path of ours: `/asakai` where the operator's `PUBLIC_URL` has a path, else empty. The server writes it into the page. */
export const basePath = document.documentElement.dataset['base'] ?? ''
