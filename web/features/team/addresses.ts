/** `"Saeki, Misaki" <misaki@…>`, `Misaki <misaki@…>`, or whatever stands between two separators. */
const entry = /(?:"[^"\n]*"|[^,;、，；\n<"])+(?:<[^<>\n]*>|<[^,;、，；\n]*)?|<[^<>\n]*>|["<][^,;、，；\n]*/gu

/**
 * The addresses in a pasted list, in their order, each once. What is no address stays as it was written.
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
  // A space in the only address may be a typing error: its second half could be the address of a stranger.
  if (isList && words.includes('@')) return words.split(/\s+/u)
  return words === '' ? [] : [words]
}
