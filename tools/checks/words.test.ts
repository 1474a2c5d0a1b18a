import { expect, test } from 'vitest'
import { readVariants, variantsIn } from './words.ts'

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

test('names the text, its wording and the right wording', () => {
  expect(english({ 'mail.kept': 'Filed', 'a.b': 'You filed a report by e-mail' })).toEqual([
    "a.b says 'filed': docs/glossary.md has submit",
    "a.b says 'e-mail': docs/glossary.md has submit",
  ])
})

test('lets a named key keep a variant, as long as the key exists', () => {
  expect(english({ 'mail.kept': 'as filed' })).toEqual([])
  expect(english({ 'a.b': 'submitted' })).toContain(
    'docs/glossary.md lets mail.kept say e-mail, but it is in no catalogue',
  )
})

test('refuses a glossary without the tables', () => {
  expect(() => readVariants('# Glossary\n')).toThrow('Not these')
})

test('checks a language’s texts only against its own table', () => {
  const texts = new Map([['a.b', 'e-mail wird gespeichert…']])
  expect(variantsIn('de', texts, variants)).toEqual(["a.b says 't…': docs/glossary.md has a no-break space"])
  expect(variantsIn('fr', texts, variants)).toEqual([])
})
