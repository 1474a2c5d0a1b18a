/** Matches an address as people type it: ASCII as in RFC 3986, and letters of any language. */
const candidate = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%\p{L}\p{M}\p{N}]+/giu

/** Returns whether the letter belongs to a script without spaces between words. */
const isWithoutSpaces = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー々]/u.test(
    letter,
  )

/** User information before the host, as in https://bank.example@evil.example, hides where an address leads. */
const withUser = /^https?:\/\/[^/?#]*@/iu

/**
 * Finds the http and https addresses in a text, without surrounding punctuation. Skips addresses that hide their host
 * (`withUser`). Runs in linear time.
 */
export function addressesIn(text: string): { index: number; address: string }[] {
  return [...text.matchAll(candidate)].flatMap(({ 0: typed, index }) => {
    const address = withoutSentence(beforeNextWord(typed))
    return /^https?:\/\/(?:[\p{L}\p{N}]|\[[\da-f:.]+\])/iu.test(address) && !withUser.test(address)
      ? [{ index, address }]
      : []
  })
}

/**
 * Cuts the address where text without spaces follows: …/fooを見て ends before を. In …/wiki/朝会 the path segment begins with
 * such letters, so it stays whole.
 */
function beforeNextWord(typed: string): string {
  let part: 'empty' | 'other' | 'without spaces' = 'empty'
  let end = 0
  for (const letter of typed) {
    if (/[/?#&=.\-_+:;,]/u.test(letter)) part = 'empty'
    else if (!isWithoutSpaces(letter)) part = part === 'empty' ? 'other' : part
    else if (part === 'other') return typed.slice(0, end)
    else part = 'without spaces'
    end += letter.length
  }
  return typed
}

/** Removes trailing punctuation, and closing parentheses that have no opening one in the address. */
function withoutSentence(typed: string): string {
  let unopened = (typed.match(/\)/gu)?.length ?? 0) - (typed.match(/\(/gu)?.length ?? 0)
  let end = typed.length
  for (; end > 0; end--) {
    const last = typed[end - 1]!
    if (last === ')' && unopened > 0) unopened--
    else if (!/[.,;:!?'\]*]/u.test(last)) break
  }
  return typed.slice(0, end)
}
