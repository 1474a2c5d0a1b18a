/** Addresses as people type them: without the full stop or bracket that follows, and without what could not be one. */
const address = /https?:\/\/[\x21-\x3b\x3d\x3f-\x7b\x7d\x7e]*[\w/#&=~-]/gu

/**
 * People's text for a service that has marks of its own: made harmless, with its addresses as that service's links.
 * @param plain what stands between addresses
 */
export function markAddresses(text: string, plain: (text: string) => string, link: (url: string) => string): string {
  let [marked, from] = ['', 0]
  for (const { 0: url, index } of text.matchAll(address)) {
    const end = index + url.length
    // One that was cut leads nowhere.
    marked += plain(text.slice(from, index)) + (text[end] === '…' ? plain(url) : link(url))
    from = end
  }
  return marked + plain(text.slice(from))
}
