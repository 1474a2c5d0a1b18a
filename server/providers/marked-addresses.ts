import { addressesIn } from '#contract/addresses.ts'

/**
 * Writes people's text for a service that has marks of its own, with its addresses as links.
 * @param plain escapes the text between addresses
 */
export function markAddresses(text: string, plain: (text: string) => string, link: (url: string) => string): string {
  let [marked, from] = ['', 0]
  for (const { index, address } of addressesIn(text)) {
    const end = index + address.length
    const isCut = text[end] === '…'
    marked += plain(text.slice(from, index)) + (isCut ? plain(address) : link(inAscii(address)))
    from = end
  }
  return marked + plain(text.slice(from))
}

/** Services link no letters outside ASCII. */
const inAscii = (address: string) => (/[^\x21-\x7e]/u.test(address) ? (URL.parse(address)?.href ?? address) : address)
