/** Direction control characters. They can make an address look like a different one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const withUser = /^https?:[/\\]*[^/\\?#]*@/iu
const inAscii = /^[\x21-\x7e]+$/u

/**
 * Decides whether an address written by a member may be a link with these words. The host is shown unless the words are
 * an address of the same host: words can imitate another address in more ways than a rule can list.
 * @returns undefined if the address may be no link, because user information or direction control characters hide the target.
 * Otherwise the host to show after the words, or '' if the words are the address.
 */
export function hostBehind(address: string, words: string): string | undefined {
  const url = URL.parse(address)
  if (!url || withUser.test(address) || turning.test(address + words)) return undefined
  if (url.protocol === 'mailto:') return words === url.pathname ? '' : url.pathname
  if (!/^https?:$/u.test(url.protocol)) return undefined
  if (words === address) return url.host.includes('xn--') && !words.toLowerCase().includes(url.host) ? url.host : ''
  // Letters of another script can look like Latin ones, and a host in such letters is shown in its punycode form.
  const isSame = inAscii.test(words) && /^https?:\/\//iu.test(words) && URL.parse(words)?.host === url.host
  return isSame && !withUser.test(words) ? '' : url.host
}
