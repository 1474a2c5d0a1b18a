/**
 * The path prefix of every URL of the product: `/asakai` if `PUBLIC_URL` has a path, otherwise empty. The server writes
 * it into the page.
 */
export const basePath = document.documentElement.dataset['base'] ?? ''
