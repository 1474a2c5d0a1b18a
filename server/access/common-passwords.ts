import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'

/** Capitals and full-width letters do not make a password less common. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

let commonest: Promise<ReadonlySet<string>> | undefined
/** Read when somebody chooses a password, since a server holds 4 MB for it. */
const loadCommonest = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(folded).filter((password) => password.length >= limits.password))
}
const shortUnit = 4 // characters
const addedLeast = 6 // characters of one's own, beside words that everybody knows
const runs = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
  .map((row) => row.repeat(3))
  .flatMap((row) => [row, row.split('').toReversed().join('')])

/**
 * Whether a password is among the first that somebody would try: the list of zxcvbn, one key or a few again and again, a row
 * of the keyboard, or what everybody knows of its owner with little added.
 * @param about the owner's names and e-mail, the team's name
 */
export async function isCommon(password: string, about: readonly string[]): Promise<boolean> {
  const known = await (commonest ??= loadCommonest())
  const text = folded(password)
  const unit = text.slice(0, (text + text).indexOf(text, 1)) // `abc` of `abcabc`: the doubled text repeats after it
  return (
    known.has(text) ||
    known.has(unit) ||
    charactersIn(unit) <= shortUnit ||
    new Set(text).size <= 2 ||
    runs.some((run) => run.includes(text)) ||
    isMadeOf(text, about)
  )
}

function isMadeOf(text: string, about: readonly string[]): boolean {
  const words = about
    .flatMap((each) => folded(each).split(/[^\p{Letter}\p{Number}]+/u))
    .filter((word) => word.length >= (/^[\x20-\x7e]*$/u.test(word) ? 3 : 2))
    .sort((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && charactersIn(rest) < addedLeast
}
