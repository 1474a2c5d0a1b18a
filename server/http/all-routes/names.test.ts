import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { asName } from '#contract/characters.ts'
import { name } from '#contract/fields.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { routesOf } from '#server/testing/described.ts'
import { team } from '#server/testing/team.ts'

// Tests that every name is one line in Unicode's form NFC with single spaces (E1.19).

/** Fields whose key looks like that of a name, but that contain no name. */
const none = new Set(['username'])
const isName = (key: string) => /(?:^|_)(?:name|title|label)$/u.test(key) && !none.has(key)

type Schema = z.ZodMiniType
type Def = {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  in?: Schema
  out?: Schema
  options?: Schema[]
}

/**
 * Returns the schemas of the fields that are names, by path. Skips `before`, which holds stored values that can be
 * older than the rule about names.
 */
function namesIn(schema: Schema, path: string): [string, Schema][] {
  const { type, shape, innerType, element, in: from, out, options } = schema._zod.def as unknown as Def
  if (type === 'object')
    return Object.entries(shape!).flatMap(([key, part]): [string, Schema][] =>
      key === 'before' ? [] : isName(key) ? [[`${path} ${key}`, part]] : namesIn(part, `${path} ${key}`),
    )
  return [innerType, element, from, out, ...(options ?? [])].flatMap((part) => (part ? namesIn(part, path) : []))
}

const hostile = [
  '\n',
  '\r\n',
  '\t',
  '\u0085',
  '\u2028',
  '\u0000',
  '\u001b',
  '\u200b',
  '\u200e',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u061c',
  '\ufeff',
  '\u3000',
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u180e',
  '\u200c',
  '\u200d',
  '\u2060',
  '\u206a',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufe0e',
  '\ufe0f',
  '\ufff9',
  '\u{e0061}',
  '\u{e0100}',
  '😀',
  '❤',
  '👩',
  '\u0301',
  '\u0301'.repeat(6),
  '\ud800',
  'e\u0301',
  'か\u3099',
  'a',
  '美',
  ' ',
  '  ',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })
  .map((parts) => parts.join(''))

const isShown = (name: string) => /[^\p{Cc}\p{Cf}\p{DI}\s\u2800]/u.test(name)
const segments = new Intl.Segmenter()
/** Returns whether the name contains invisible characters outside of emoji. */
const hasInvisible = (name: string) =>
  [...segments.segment(name)].some(
    ({ segment }) => /[\p{DI}\u2800\ufff9]/u.test(segment) && !/^\p{RGI_Emoji}$/v.test(segment),
  )

const isReadable = (name: string) =>
  !hasInvisible(name) &&
  !/[\p{Mn}\p{Me}]{6}/u.test(name) &&
  name === name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim() &&
  name.isWellFormed() &&
  !/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]/u.test(name) &&
  (name === '' || /[^\p{Cc}\p{Cf}\p{DI}\s\u2800]/u.test(name))

test('every call stores a name as one readable line or refuses the name', async () => {
  const { app } = await team()
  const names = routesOf(app).flatMap(({ name, schema }) => (schema?.body ? namesIn(schema.body as Schema, name) : []))
  const paths = names.map(([path]) => path)
  for (const known of [
    'POST /onboarding first_name',
    'PATCH /teams/me name',
    'POST /tokens name',
    'PATCH /passkeys/:id name',
    'PUT /holidays/:date name',
  ])
    expect(paths).toContain(known)
  for (const [path, schema] of names)
    fc.assert(
      fc.property(text, (sent) => {
        const read = z.safeParse(schema, sent)
        if (read.success && !isReadable(read.data as string)) throw new Error(`${path} takes ${JSON.stringify(sent)}`)
      }),
      { numRuns: 300 },
    )
})

/** Real names, some with joiners, several marks or emoji. */
const usual = [
  '美咲',
  "O'Brien",
  'Jean-Luc',
  'فاطمه\u200cزهرا',
  'علی\u200cرضا',
  'Nguyễn Thị Ngọc Ánh',
  'क्\u200dष',
  'ශ්\u200dරී',
  'രാജന്\u200d',
  'র\u200d্যাব',
  'เกียรติศักดิ์',
  'မြို့သူ',
  'བསྒྲུབས',
  'שָׁלוֹם',
  'ɔ̃̀ŋ',
  'Ł.',
  '٣',
  '👩\u200d👩\u200d👧',
  '🏳\ufe0f\u200d🌈 Ren',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
  '👋🏽',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
]

test('common names of many languages are accepted unchanged', async () => {
  const { app } = await team()
  const [, schema] = routesOf(app)
    .flatMap(({ name, schema }) => (schema?.body ? namesIn(schema.body as Schema, name) : []))
    .find(([path]) => path === 'POST /onboarding first_name')!
  for (const name of usual)
    expect(z.safeParse(schema, name)).toMatchObject({ success: true, data: name.normalize('NFC') })
  expect(z.safeParse(schema, ' 佐伯\n 美咲 ')).toMatchObject({ data: '佐伯 美咲' })
})

test('a name that was stored before the rules for names is returned unchanged', async () => {
  const { database, teamId, member } = await team()
  const caller = await member('\u202e早川\n')
  const holiday = { team_id: teamId, date: '2026-11-03', name: 'a\nb\u202e' }
  await withTeamTransaction(database, { teamId }, (db) => db.insertInto('holidays').values(holiday).execute())
  expect((await caller.get('/users/me')).body.family_name).toBe('\u202e早川\n')
  expect((await caller.get('/users/')).status).toBe(200)
  const { body } = await caller.get('/holidays?from=2026-11-01&until=2026-11-30')
  expect(body.holidays).toMatchObject([{ name: holiday.name }])
})

test('two names that look the same are stored as the same name', () => {
  const invisible = fc.constantFrom(
    ...Array.from(
      '\u00ad\u034f\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u2060\u2064\u206a\u206f\u2800\u3164\ufe00\ufe0e\ufe0f\uffa0\ufff9',
    ),
    '\u{1d173}',
    '\u{e0001}',
    '\u{e0067}',
    '\u{e0100}',
    '\u{e01ef}',
  )
  const visible = fc.constantFrom(...Array.from('aé佐邉かが한ЖωДا𠮷😀ü'))
  const names = fc.array(fc.tuple(visible, fc.array(invisible, { maxLength: 3 })), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(names, fc.array(invisible, { maxLength: 3 }), (parts, before) => {
      const plain = parts.map(([part]) => part).join('')
      const hiding = before.join('') + parts.map(([part, hidden]) => part + hidden.join('')).join('')
      expect(z.parse(name(100), hiding)).toBe(plain.normalize('NFC'))
      expect(asName(hiding, 100)).toBe(plain.normalize('NFC'))
    }),
    { numRuns: 1_000 },
  )
})

test('a normalized name does not change if it is normalized again', () => {
  const part = fc.oneof(
    fc.constantFrom(...hostile, ...usual, '\u094d', '\u0d4d', '\u093c'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), (parts, longest) => {
      const once = asName(parts.join(''), longest)
      expect(asName(once, longest)).toBe(once)
      expect(once.length).toBeLessThanOrEqual(longest)
      const read = z.safeParse(name(100), once)
      if (isShown(once)) expect(read.data).toBe(once)
      else expect(read.success).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('a name with many marks on one letter is refused, but a name from a provider is shortened', () => {
  expect(z.safeParse(name(200), `a${'\u0301'.repeat(5)}`).success).toBe(true)
  expect(z.safeParse(name(200), `e${'\u0301'.repeat(80)}`)).toMatchObject({
    error: { issues: [{ message: 'invalid_characters' }] },
  })
  expect(asName(`e${'\u0301'.repeat(80)}x`, 100)).toBe(`é${'\u0301'.repeat(5)}x`)
})
