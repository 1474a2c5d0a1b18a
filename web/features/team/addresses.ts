import { normalized } from '#contract/normalized.ts'

/** Matches one entry of a list: `"Saeki, Misaki" <misaki@…>`, `Misaki <misaki@…>`, or text between two separators. */
const entry = /(?:"[^"\n]*"|[^,;、，；\n<"])+(?:<[^<>\n]*>|<[^,;、，；\n]*)?|<[^<>\n]*>|["<][^,;、，；\n]*/gu

/**
 * Returns the addresses in a pasted list in order, without duplicates. Entries that are no address are returned too, so
 * that the form can show them as errors. Full-width letters become half-width.
 * @param text a list separated by line breaks, commas, semicolons or spaces; names beside addresses are left out
 */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>()
  const list = normalized(text, 'NFKC')
  const isList = list.split('@').length > 2
  for (const [written] of list.matchAll(entry))
    for (const address of addressesOf(written, isList))
      if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
  return [...found.values()]
}

function addressesOf(written: string, isList: boolean): string[] {
  const [, before = '', inBrackets = ''] = /^(.*)<([^<>]*)>\s*$/su.exec(written) ?? []
  const named = inBrackets.trim()
  if (named) return [...othersBefore(before, named), named]
  const words = written.trim()
  // A space in a single address may be a typing error. If the address was split there, its second half could be the
  // address of a stranger.
  if (isList && words.includes('@')) return words.split(/\s+/u)
  return words === '' ? [] : [words]
}

/** Returns the words before `<named>` that are not the name of this address: other addresses and their names. */
function othersBefore(before: string, named: string): string[] {
  const words = before.match(/"[^"\n]*"|[^\s"]+|"/gu) ?? []
  // Some programs write the address again as its name, in quotes.
  const isOther = (word: string) => /^[^"].*[@<>]|^[@<>]/u.test(word) && word !== `'${named}'`
  const nameStart = words.findLastIndex(isOther) + 1
  if (nameStart === 0) return []
  const isQuoted = words.at(-1)!.startsWith('"')
  return words.slice(0, isQuoted ? -1 : nameStart)
}
