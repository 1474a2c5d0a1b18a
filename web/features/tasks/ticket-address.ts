import type { BacklogItem } from '#contract/backlogs.ts'

/**
 * Where an issue that somebody wrote of stands, as far as one's own backlog tells: it is in it, or another of its project is.
 * @param reference as it was written: PR #482, #482, HIN-212
 */
export function ticketAddress(reference: string, items: readonly Pick<BacklogItem, 'reference' | 'url'>[]) {
  const key = reference.replace(/^PR ?/u, '')
  const project = key.replace(/(?<!\d)\d+$/u, '')
  const addresses = new Set<string>()
  for (const { reference: known, url } of items) {
    if (url === null || !/^https?:/u.test(url)) continue
    // Those of several repositories have its name before the number.
    if (known === key || (project === '#' && known.endsWith(key))) addresses.add(url)
    // The numbers of one repository are those of another, too; a project's key is its own.
    else if (project !== '#' && known.startsWith(project) && url.endsWith(known))
      addresses.add(url.slice(0, -known.length) + key)
  }
  return addresses.size === 1 ? [...addresses][0] : undefined
}
