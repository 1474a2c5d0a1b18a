/** A statement with one thing wrong: the whole text of its file. */
export type Mutant = { line: number; was: string; is: string; text: string }

type Change = { from: number; to: number; is: string }

const other: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', min: 'max', max: 'min' }

/** Where the bracket that opens at `open` is closed. `${…}` counts, so that nothing of TypeScript ends a clause of SQL. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    if (')]}'.includes(text[at]!) && --depth === 0) return at
  }
  throw new Error(`Nothing closes the bracket at ${open}.`)
}

/** Where the clause that begins at `from` ends: before what `end` matches outside of all brackets. */
function endOf(text: string, from: number, end: RegExp): number {
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) at = closing(text, at)
    else if (')`'.includes(text[at]!) || end.test(text.slice(at, at + 20))) return at
  }
  return text.length
}

const clause =
  '(?:order by|group by|limit|offset|returning|union|on conflict|cross join|left join|join|where|as|do|for|then)\\b'
const afterCondition = new RegExp(`^\\s+(?:and\\b|or\\b|${clause})`, 'u')
const afterOrder = /^(?:\s+(?:limit|offset)\b|\s*\n)/u

function* conditions(text: string): Generator<Change> {
  let last = 0
  for (const found of text.matchAll(/\b(?:where|and|on)\s+(?!conflict\b|constraint\b)/gu)) {
    const from = found.index + found[0].length
    if (from < last || isComment(text, found.index)) continue
    let to = endOf(text, from, afterCondition)
    // The `and` of a `between` parts no conditions.
    if (/\bbetween\b/u.test(text.slice(from, to))) last = to = endOf(text, to + ' and '.length, afterCondition)
    if (!mayGo(text.slice(from, to))) continue
    yield { from, to, is: 'true' }
  }
  for (const found of text.matchAll(/(?:\n[ \t]*)?\.(?:where|on|onRef)\(/gu)) {
    const to = closing(text, found.index + found[0].length - 1) + 1
    if (mayGo(text.slice(found.index, to))) yield { from: found.index, to, is: '' }
  }
}

/** Not the team's: it sees its own rows whatever the statement says, row-level security has its own tests (`server/db`). */
const mayGo = (condition: string) => condition !== 'true' && !/team_?id\b|teams?\.id\b|\bt\.id\b/iu.test(condition)

const isComment = (text: string, at: number) =>
  /^\s*(?:\/\*\*|\*|\/\/)/u.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1))

function* changes(text: string): Generator<Change> {
  yield* conditions(text)
  for (const { index, 0: was } of text.matchAll(/(?<= )[<>]=?(?= [^{|&])|(?<=')[<>]=?(?=')|\b(?:min|max)(?=\()/gu))
    yield { from: index, to: index + was.length, is: other[was]! }
  for (const { index, 0: was } of text.matchAll(/\border by /gu)) {
    if (isComment(text, index)) continue
    const to = endOf(text, index + was.length, afterOrder)
    yield { from: index, to, is: '' }
    const first = endOf(text, index + was.length, /^(?:,|\s+(?:limit|offset)\b|\s*\n)/u)
    const key = text.slice(index, first)
    if (key.includes(' nulls ')) continue
    yield { from: index, to: first, is: key.endsWith(' desc') ? key.slice(0, -' desc'.length) : `${key} desc` }
  }
  for (const { index, 0: was } of text.matchAll(/(?:\n[ \t]*)?\.orderBy\(/gu)) {
    const to = closing(text, index + was.length - 1) + 1
    yield { from: index, to, is: '' }
    const call = text.slice(index, to)
    yield {
      from: index,
      to,
      is: /'desc'/u.test(call) ? call.replace(/, 'desc'/u, '') : call.replace(/\)$/u, ", 'desc')"),
    }
  }
  for (const { index, 0: was } of text.matchAll(/\blimit (?:\d+|\$\{\w+(?:\.\w+)*\})|(?:\n[ \t]*)?\.limit\([^)]*\)/gu))
    if (!isComment(text, index)) yield { from: index, to: index + was.length, is: '' }
  for (const { index, 0: was } of text.matchAll(/\bcoalesce(?=\()/gu)) {
    if (isComment(text, index)) continue
    const open = index + was.length
    const comma = endOf(text, open + 1, /^,/u)
    const close = closing(text, open)
    const swapped = `(${text.slice(comma + 1, close).trim()}, ${text.slice(open + 1, comma)})`
    yield { from: open, to: close + 1, is: swapped }
  }
  for (const { index, 0: was } of text.matchAll(/\bdistinct (?!from\b)|(?:\n[ \t]*)?\.distinct(?:On)?\([^)]*\)/gu))
    if (!isComment(text, index)) yield { from: index, to: index + was.length, is: '' }
}

/** Every change of one thing in the statements of a `sql.ts`, by where it is. */
export const mutantsOf = (text: string): Mutant[] =>
  [...changes(text)]
    .toSorted((one, another) => one.from - another.from)
    .map(({ from, to, is }) => ({
      line: text.slice(0, from + 1).split('\n').length,
      was: text.slice(from, to).trim(),
      is: is.trim(),
      text: text.slice(0, from) + is + text.slice(to),
    }))
