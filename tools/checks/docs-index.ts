import { posix } from 'node:path'

const index = 'docs/README.md'
const indexes = [index, ...['api', 'decisions', 'specification'].map((folder) => `docs/${folder}/README.md`)]

/** Returns an error for each page of docs/ that neither docs/README.md nor the index of its folder links to. */
export function unlistedPages(files: ReadonlyMap<string, string>): string[] {
  const linked = new Set(
    indexes.flatMap((page) =>
      [...(files.get(page) ?? '').matchAll(/\]\(([^)#\s]+\.md)/gu)].map(([, target]) =>
        posix.join(posix.dirname(page), target!),
      ),
    ),
  )
  return [...files.keys()]
    .filter((file) => /^docs\/.+\.md$/u.test(file) && file !== index && !linked.has(file))
    .map((file) => `${index} does not link to ${file}`)
}
