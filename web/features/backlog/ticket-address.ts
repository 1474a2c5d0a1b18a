import type { BacklogItem } from '#contract/backlogs.ts'

/**
 * Returns the URL of an issue that a member mentioned. The member's backlog must contain the issue, or another issue of
 * the same project. Returns undefined if no URL or several URLs are
 * possible.
 * @param reference as written, such as PR #482, #482 or HIN-212
 */
export function ticketAddress(reference: string, items: readonly Pick<BacklogItem, 'reference' | 'url'>[]) {
  const key = reference.replace(/^PR ?/u, '')
  const project = key.replace(/(?<!\d)\d+$/u, '')
  const addresses = new Set<string>()
  for (const { reference: known, url } of items) {
    if (url === null || !/^https?:/u.test(url)) continue
    // If there are several repositories, a reference in the backlog has the repository's name before the number.
    if (known === key || (project === '#' && known.endsWith(key))) addresses.add(url)
    // Issue numbers repeat across repositories, but a project key is unique.
    else if (project !== '#' && known.startsWith(project) && url.endsWith(known))
      addresses.add(url.slice(0, -known.length) + key)
  }
  return addresses.size === 1 ? [...addresses][0] : undefined
}
