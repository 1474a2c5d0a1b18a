/** Signs that turn the direction of a text, and so can show an address in another order. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const withUser = /^https?:[/\\]*[^/\\?#]*@/iu
const likeAddress = /:\/\/|[\p{L}\p{N}-]\.[\p{L}\p{N}-]*\p{L}/u

/**
 * Decides whether an address that somebody wrote may be a link below these words.
 * @returns undefined if it may not: user information and turning signs hide where it leads. Otherwise the host to show
 *   behind the words, and '' if the words hide none
 */
export function hostBehind(address: string, words: string): string | undefined {
  const url = URL.parse(address)
  if (!url || withUser.test(address) || turning.test(address + words)) return undefined
  if (url.protocol === 'mailto:') return words.includes('@') && !words.includes(url.pathname) ? url.pathname : ''
  if (!/^https?:$/u.test(url.protocol)) return undefined
  const shown = words.trim()
  if (!likeAddress.test(shown)) return ''
  const claimed = URL.parse(/^[a-z]+:\/\//iu.test(shown) ? shown : `https://${shown}`)
  // Letters of another script can look like Latin ones: the host is shown as the network has it.
  const isHidden = url.host.includes('xn--') && !shown.toLowerCase().includes(url.host)
  return claimed?.host === url.host && !isHidden ? '' : url.host
}
