/** Matches `"Saeki, Misaki" <misaki@…>`, `Misaki <misaki@…>`, or any text between two separators. */
const entry = /(?:"[^"\n]*"|[^,;、，；\n<"])+(?:<[^<>\n]*>|<[^,;、，；\n]*)?|<[^<>\n]*>|["<][^,;、，；\n]*/gu

/**
 * Returns the addresses of a pasted list in order, without duplicates. Text that is no address stays as written.
 * @param text separated by line breaks, commas, semicolons or spaces; names beside the addresses are left out
 */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>()
  const isList = text.split('@').length > 2
  for (const [written] of text.matchAll(entry))
    for (const address of addressesOf(written, isList))
      if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
  return [...found.values()]
}

function addressesOf(written: string, isList: boolean): string[] {
  const named = /<([^<>]*)>\s*$/u.exec(written)?.[1]?.trim()
  if (named) return [named]
  const words = written.trim()
  // Do not split a single address at a space, which may be a typing error. The second half could be a stranger's
  // address.
  if (isList && words.includes('@')) return words.split(/\s+/u)
  return words === '' ? [] : [words]
}
