/** Characters that control the direction of text. They can make a URL look like a different one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const withUser = /^https?:[/\\]*[^/\\?#]*@/iu
const inAscii = /^[\x21-\x7e]+$/u

/**
 * Decides whether a URL that a member wrote may be a link with these words. The link must show its host, unless the
 * words are a URL with the same host. Otherwise words could imitate another URL, in more ways than a rule can list.
 * @returns undefined if no link is allowed: the scheme is neither http(s) nor mailto, or user information or direction
 *   characters hide the target. Otherwise the host (of mailto, the email address) to show after the words, or '' if the
 *   words already show it.
 */
export function hostBehind(address: string, words: string): string | undefined {
  const url = URL.parse(address)
  if (!url || withUser.test(address) || turning.test(address + words)) return undefined
  if (url.protocol === 'mailto:') return words === url.pathname ? '' : url.pathname
  if (!/^https?:$/u.test(url.protocol)) return undefined
  if (words === address) return url.host.includes('xn--') && !words.toLowerCase().includes(url.host) ? url.host : ''
  // A host is shown in punycode. So words with letters of other scripts, which can look like Latin letters, never
  // match.
  const isSame = inAscii.test(words) && /^https?:\/\//iu.test(words) && URL.parse(words)?.host === url.host
  return isSame && !withUser.test(words) ? '' : url.host
}
