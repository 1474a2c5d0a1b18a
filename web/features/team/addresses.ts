import { normalized } from '#contract/normalized.ts'

/** Matches `"Saeki, Misaki" <misaki@…>`, `Misaki <misaki@…>`, or any text between two separators. */
const entry = /(?:"[^"\n]*"|[^,;、，；\n<"])+(?:<[^<>\n]*>|<[^,;、，；\n]*)?|<[^<>\n]*>|["<][^,;、，；\n]*/gu

/**
 * Returns the addresses of a pasted list in order, without duplicates. Text that is no address stays, so that the form
 * can name it. Full-width letters are read as half-width ones.
 * @param text separated by line breaks, commas, semicolons or spaces; names beside the addresses are left out
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
  // Do not split a single address at a space, which may be a typing error. The second half could be a stranger's
  // address.
  if (isList && words.includes('@')) return words.split(/\s+/u)
  return words === '' ? [] : [words]
}

/** Returns the words before `<named>` that are not its name: other addresses, and the words beside them. */
function othersBefore(before: string, named: string): string[] {
  const words = before.match(/"[^"\n]*"|[^\s"]+|"/gu) ?? []
  // Some programs write the address in quotes as its name.
  const isOther = (word: string) => /^[^"].*[@<>]|^[@<>]/u.test(word) && word !== `'${named}'`
  const nameStart = words.findLastIndex(isOther) + 1
  if (nameStart === 0) return []
  const isQuoted = words.at(-1)!.startsWith('"')
  return words.slice(0, isQuoted ? -1 : nameStart)
}
