import { addressesIn } from '#contract/addresses.ts'

/** Characters that change the text direction, and could make an address look like another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Converts text to a service's markup, with its addresses as links. Removes direction overrides.
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

/** Converts an address to ASCII, because services do not link other characters. */
const inAscii = (address: string) => (/[^\x21-\x7e]/u.test(address) ? (URL.parse(address)?.href ?? address) : address)
