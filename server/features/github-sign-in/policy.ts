/** How CJK names are written: the family's first, also without a space to part them. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u

/**
 * A name as one line, parted as an account needs it. Of what cannot be parted, the whole is what they are called.
 * @param name '' where GitHub knows the login alone
 */
export function namesFrom(
  name: string,
  login: string,
): { first_name: string; family_name: string; preferred_name: string } {
  const whole = name || login
  const words = whole.split(/\s+/u)
  const [first, last] = [words[0]!, words.at(-1)!]
  if (words.length === 1) return { first_name: whole, family_name: whole, preferred_name: whole }
  if (familyFirst.test(whole)) return { family_name: first, first_name: words.slice(1).join(' '), preferred_name: '' }
  // 'family first' would be shown else, which is not what they wrote.
  return { first_name: words.slice(0, -1).join(' '), family_name: last, preferred_name: whole }
}

type Grant = { access_token: string; scopes: string[] }

/** A sign-in asks for less than connecting: it must not take away what was granted then. */
export function widest(earlier: Grant | undefined, given: Grant): Grant {
  return earlier?.scopes.some((scope) => !given.scopes.includes(scope)) ? earlier : given
}
