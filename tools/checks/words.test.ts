import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { patternOf, readVariants, variantsIn } from './words.ts'

const glossary = `# Glossary

| not | but |
|---|---|
| \`of the part above\` | never read |

## Not these

### en

| not | but | except |
|---|---|---|
| \`\\bfil(?:e\\|ed)\\b\`, \`e-mail\` | submit | \`mail.kept\`: it is another filing |

### de

| not | but | except |
|---|---|---|
| \`[^\\u00A0]…\` | a no-break space | |
`
const variants = readVariants(glossary)
const english = (texts: Record<string, string>) => variantsIn('en', new Map(Object.entries(texts)), variants)

test('the check of words names the text’s key, the wrong word and the right word', () => {
  expect(english({ 'mail.kept': 'Filed', 'a.b': 'You filed a report by e-mail' })).toEqual([
    "a.b says 'filed': docs/glossary.md has submit",
    "a.b says 'e-mail': docs/glossary.md has submit",
  ])
})

test('the glossary can allow another word for one existing text', () => {
  expect(english({ 'mail.kept': 'as filed' })).toEqual([])
  expect(english({ 'a.b': 'submitted' })).toContain(
    'docs/glossary.md lets mail.kept say e-mail, but it is in no catalogue',
  )
})

test('the check of words refuses a glossary without its tables', () => {
  expect(() => readVariants('# Glossary\n')).toThrow('Not these')
})

test('the check of words compares a text only with the table of its language', () => {
  const texts = new Map([['a.b', 'e-mail wird gespeichert…']])
  expect(variantsIn('de', texts, variants)).toEqual(["a.b says 't…': docs/glossary.md has a no-break space"])
  expect(variantsIn('fr', texts, variants)).toEqual([])
})

const found = (language: Language, not: string, text: string) =>
  variantsIn(language, new Map([['a.b', text]]), [
    { language, pattern: patternOf(not), but: 'another word', except: [] },
  ])

test('the check of words finds a word that ends before a letter outside of ASCII', () => {
  expect(found('et', '\\bühenduseta', 'Slack, ühenduseta e-post')).toHaveLength(1)
  expect(found('et', '\\bühenduseta', 'püsiühenduseta')).toEqual([])
  expect(found('fr', '\\bd\\b', 'd’été')).toHaveLength(1)
  expect(found('fr', 't\\b', 'été')).toEqual([])
})

test('the check of words finds a word in a sentence with a plural', () => {
  const split = '{count, plural, one {# address was} other {# addresses were}} not invited'
  expect(found('en', '\\bwere not\\b', split)).toEqual(["a.b says 'were not': docs/glossary.md has another word"])
})

/** The rules of the glossary, without exceptions. */
const rules = readVariants(readFileSync('docs/glossary.md', 'utf8'))
for (const rule of rules) rule.except = []

test.each<[Language, string]>([
  ['en', 'Members’ sign-ins'],
  ['en', 'Two sign-outs'],
  ['en', 'Deleted a {name}'],
  ['en', 'last used {when}'],
  ['de', '{name}s Bericht'],
  ['de', 'Zuletzt benutzt {when}'],
  ['fr', 'Menu de {name}'],
  ['fr', 'L’équipe d’{team}'],
  ['fr', 'La réponse de {provider}'],
  ['fr', 'reçu {when}'],
  ['it', 'fino al {day}'],
  ['it', 'arrivato il {when}'],
  ['it', 'creato dall’{name}'],
  ['it', 'della {team}'],
  ['it', 'Troppo lungo. Scegli un altro nome.'],
  ['et', 'Slack, ühenduseta e-post'],
  ['et', 'Pole selge. Vali päev.'],
  ['et', 'alates {until}'],
])('the glossary forbids this text in %s: %s', (language, text) => {
  expect(variantsIn(language, new Map([['a.b', text]]), rules)).not.toEqual([])
})

test.each<[Language, string]>([
  ['fr', 'Rapport du {date}, à partir de {hour}'],
  ['fr', 'Au plus 3\u202F000 caractères'],
  ['it', 'Inviato alle {time}'],
  ['it', 'aggiunti fino al {year}'],
  ['et', 'Kehtib kuni: {expires}'],
])('the glossary allows this text in %s: %s', (language, text) => {
  expect(variantsIn(language, new Map([['a.b', text]]), rules)).toEqual([])
})

const sources = globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'], { exclude: ['**/*.test.*'] }).map(
  (file) => ({ file, source: readFileSync(file, 'utf8') }),
)

test('every date with a capital letter, such as “Today 8:40”, has the placeholder {when}', () => {
  const users = sources.filter(({ source }) => source.includes('useMoments()'))
  expect(users.length).toBeGreaterThan(3)
  for (const { file, source } of users)
    for (const [call] of source.matchAll(/\w+\W{1,3}\bused\(/gu))
      expect(`${file}: ${call}`).toMatch(/: when(?::| =) used\($/u)
})

test('no file joins names as a list of units, which has no separator in Chinese', () => {
  const lists = sources.filter(({ source }) => source.includes('Intl.ListFormat('))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter(({ source }) => /Intl\.ListFormat\([^;]*'unit'/u.test(source)).map(({ file }) => file)).toEqual(
    [],
  )
})
