import { addressesIn } from '#contract/addresses.ts'

/** Characters that turn the text after them, so that an address can read as another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Writes people's text for a service that has marks of its own, with its addresses as links. Drops characters that turn text.
 * @param plain escapes the text between addresses
 */
export function markAddresses(text: string, plain: (text: string) => string, link: (url: string) => string): string {
  const straight = text.replaceAll(turning, '')
  let [marked, from] = ['', 0]
  for (const { index, address } of addressesIn(straight)) {
    const end = index + address.length
    const isCut = straight[end] === '…'
    marked += plain(straight.slice(from, index)) + (isCut ? plain(address) : link(inAscii(address)))
    from = end
  }
  return marked + plain(straight.slice(from))
}

/** Services link no letters outside ASCII. */
const inAscii = (address: string) => (/[^\x21-\x7e]/u.test(address) ? (URL.parse(address)?.href ?? address) : address)
