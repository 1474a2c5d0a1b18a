/** `"Saeki, Misaki" <misaki@…>`, `Misaki <misaki@…>`, or whatever stands between two separators. */
const entry = /(?:"[^"\n]*"|[^,;、，；\n<"])+(?:<[^<>\n]*>|<[^,;、，；\n]*)?|<[^<>\n]*>|["<][^,;、，；\n]*/gu

/**
 * The addresses in a pasted list, in their order, each once. What is no address stays as it was written.
 * @param text separated by line breaks, commas, semicolons or spaces; names beside the addresses are left out
 */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>()
  for (const [written] of text.matchAll(entry))
    for (const address of addressesOf(written))
      if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), address)
  return [...found.values()]
}

function addressesOf(written: string): string[] {
  const named = /<([^<>]*)>\s*$/u.exec(written)?.[1]?.trim()
  if (named) return [named]
  const words = written.trim().split(/\s+/u)
  // One address beside other words may be a typing error: it stays as it was written.
  if (words.filter((word) => word.includes('@')).length > 1) return words
  return written.trim() === '' ? [] : [written.trim()]
}
