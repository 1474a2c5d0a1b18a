import {
  isScimAttribute,
  scimComparisons,
  type ScimComparison,
  type ScimFilter,
  type ScimValue,
} from '#contract/scim-filter.ts'
import { scimSchemas } from '#contract/scim.ts'
import { ScimFailure } from '#server/errors.ts'

const maxDepth = 20 // the most brackets within brackets
const userPrefix = `${scimSchemas.user.toLowerCase()}:`

/** Returns the name of an attribute in lower case, without the prefix of the user schema. */
export function attributeName(written: string): string {
  const name = written.toLowerCase()
  return name.startsWith(userPrefix) ? name.slice(userPrefix.length) : name
}

/** Returns whether a path is only the name of the user schema. */
export const isUserSchema = (path: string): boolean => `${path.toLowerCase()}:` === userPrefix

type Token = { kind: 'word' | 'text' | 'sign'; text: string }

/**
 * A word of a filter: a name, an operator, a number, `true`, `false` or `null`. A name can begin with a schema, which
 * contains `:`.
 */
const word = /[A-Za-z0-9_$.:+-]+/uy
const signs = new Set('()[]')
const text = /"(?:[^"\\]|\\.)*"/uy

/** @throws ScimFailure invalidFilter */
function tokensOf(filter: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(filter)?.[0]
  }
  while (at < filter.length) {
    const first = filter[at]!
    const [kind, found] = signs.has(first)
      ? (['sign', first] as const)
      : first === '"'
        ? (['text', match(text)] as const)
        : (['word', match(word)] as const)
    if (found !== undefined) tokens.push({ kind, text: found })
    else if (first !== ' ') throw new ScimFailure('invalidFilter', filter)
    at += found?.length ?? 1
  }
  return tokens
}

/**
 * Parses a filter (RFC 7644, 3.4.2.2). `emails[type eq "work"]` becomes comparisons of `emails.type`: a member has one
 * email, so `emails[…]` and `emails.…` mean the same.
 * @param attributes returns whether an attribute can be compared
 * @throws ScimFailure invalidFilter
 */
export function parseFilter(filter: string, attributes: (path: string) => boolean = isScimAttribute): ScimFilter {
  const tokens = tokensOf(filter)
  const fail = (): never => {
    throw new ScimFailure('invalidFilter', filter)
  }
  let at = 0
  let depth = 0
  const peek = () => tokens[at]
  const isNext = (kind: Token['kind'], wanted: string) => peek()?.kind === kind && peek()!.text.toLowerCase() === wanted
  const skip = (kind: Token['kind'], wanted: string) => (isNext(kind, wanted) ? Boolean((at += 1)) : false)
  const next = (kind: Token['kind']) => {
    const token = peek()
    if (token?.kind !== kind) return fail()
    at += 1
    return token.text
  }
  const bracketed = (end: ')' | ']', prefix: string): ScimFilter => {
    depth += 1
    if (depth > maxDepth) fail()
    const inner = orExpression(prefix)
    depth -= 1
    if (!skip('sign', end)) fail()
    return inner
  }

  const chain =
    (op: 'and' | 'or', part: (prefix: string) => ScimFilter) =>
    (prefix: string): ScimFilter => {
      const filters = [part(prefix)]
      while (skip('word', op)) filters.push(part(prefix))
      return filters.length === 1 ? filters[0]! : { op, filters }
    }
  const notExpression = (prefix: string): ScimFilter => {
    if (isNext('word', 'not') && tokens[at + 1]?.text === '(') {
      at += 2
      return { op: 'not', filter: bracketed(')', prefix) }
    }
    return skip('sign', '(') ? bracketed(')', prefix) : attributeExpression(prefix)
  }
  const attributeExpression = (prefix: string): ScimFilter => {
    const path = prefix + attributeName(next('word'))
    if (prefix !== '' || !skip('sign', '[')) return comparison(path)
    const chosen = bracketed(']', `${path}.`)
    // Entra compares a part of the chosen value: `emails[type eq "work"].value eq "…"`.
    const part = peek()?.kind === 'word' && peek()!.text.startsWith('.') ? next('word') : undefined
    return part === undefined ? chosen : { op: 'and', filters: [chosen, comparison(path + part.toLowerCase())] }
  }
  const comparison = (path: string): ScimFilter => {
    const op = next('word').toLowerCase()
    if (!attributes(path)) fail()
    if (op === 'pr') return { op, path }
    const known: ScimComparison | undefined = scimComparisons.find((each) => each === op)
    return known ? { op: known, path, value: value() } : fail()
  }
  const value = (): ScimValue => {
    const written = peek()?.kind === 'text' ? next('text') : next('word').toLowerCase()
    try {
      return JSON.parse(written) as ScimValue
    } catch {
      return fail()
    }
  }
  const andExpression = chain('and', notExpression)
  const orExpression = chain('or', andExpression)

  const parsed = orExpression('')
  return at === tokens.length ? parsed : fail()
}

/** Returns whether values match a filter. @param valueOf returns the value of an attribute */
export function matchesFilter(filter: ScimFilter, valueOf: (path: string) => ScimValue | undefined): boolean {
  if ('filters' in filter)
    return filter.filters[filter.op === 'and' ? 'every' : 'some']((part) => matchesFilter(part, valueOf))
  if (filter.op === 'not') return !matchesFilter(filter.filter, valueOf)
  const found = valueOf(filter.path)
  if (filter.op === 'pr') return found !== undefined
  // Compares booleans as text, because Entra writes them so.
  const [one, other] = [found, filter.value].map((each) =>
    typeof each === 'string' || typeof each === 'boolean' ? String(each).toLowerCase() : each,
  )
  if (filter.op === 'eq') return one === other
  if (filter.op === 'ne') return one !== other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return compareTexts[filter.op](one, other)
}

const compareTexts: Record<Exclude<ScimComparison, 'eq' | 'ne'>, (one: string, other: string) => boolean> = {
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
}
