import { normalized } from '#contract/normalized.ts'

/** Direction control characters. They can make an address look like a different one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const withUser = /^https?:[/\\]*[^/\\?#]*@/iu
const likeAddress =
  /:\/\/|[\p{L}\p{N}-]\.[\p{L}\p{N}-]*\p{L}|^localhost(?![\p{L}\p{N}])|(?:0x[\da-f]{1,8}|\d{1,11})(?:\.(?:0x[\da-f]{1,8}|\d{1,11})){3}|\[[\da-f]*:[\da-f:]*\]/iu

/** Characters that look like the separators of an address and that NFKC does not replace. */
const alike: Record<string, RegExp> = {
  '.': /[\u00b7\u0589\u06d4\u0701\u0702\u2022\u2027\u2219\u22c5\u3002\ua4f8]/gu,
  '/': /[\u0338\u1735\u2044\u2215\u2571\u27cb\u29f8\u3033]/gu,
  ':': /[\u02d0\u02f8\u05c3\u2236\ua789]/gu,
}

/** Returns the words as a person reads them: without invisible characters, and with lookalikes replaced. */
function plainly(words: string): string {
  const visible = words.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  return Object.entries(alike)
    .reduce((text, [sign, pattern]) => text.replaceAll(pattern, sign), normalized(visible, 'NFKC'))
    .trim()
}

/**
 * Decides whether an address written by a member may be a link with these words.
 * @returns undefined if it may not, because user information or direction control characters hide the target.
 * Otherwise the host to show after the words, or '' if the words do not hide it.
 */
export function hostBehind(address: string, words: string): string | undefined {
  const url = URL.parse(address)
  if (!url || withUser.test(address) || turning.test(address + words)) return undefined
  const shown = plainly(words)
  if (url.protocol === 'mailto:') return shown.includes('@') && !shown.includes(url.pathname) ? url.pathname : ''
  if (!/^https?:$/u.test(url.protocol)) return undefined
  if (!likeAddress.test(shown)) return ''
  const claimed = URL.parse(/^[a-z]+:\/\//iu.test(shown) ? shown : `https://${shown}`)
  // Letters of another script can look like Latin ones, so the host is shown in its punycode form.
  const isHidden = url.host.includes('xn--') && !shown.toLowerCase().includes(url.host)
  return claimed?.host === url.host && !claimed.username && !isHidden ? '' : url.host
}
