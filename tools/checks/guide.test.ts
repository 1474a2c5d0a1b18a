import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readVariants, variantsIn } from './words.ts'

type Messages = { [key: string]: string | Messages }

const guides = {
  en: { page: readFileSync('docs/members/en.md', 'utf8'), quoted: /\*\*([^*]+)\*\*/gu },
  ja: { page: readFileSync('docs/members/ja.md', 'utf8'), quoted: /「([^」]+)」/gu },
}
const languages = ['en', 'ja'] as const

test.each(languages)('the guide in %s quotes the texts of the screens exactly', (language) => {
  const { page, quoted } = guides[language]
  const shown = textsOf(JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as Messages)
  const said = [...page.matchAll(quoted)].map(([, words]) => words!.replaceAll('\n', ' '))

  expect(said.length).toBeGreaterThan(50)
  expect(said.filter((words) => !shown.includes(words))).toEqual([])
})

test.each(languages)('the guide in %s uses the glossary’s words', (language) => {
  const lines = guides[language].page
    .replaceAll(/^```[^]*?^```$/gmu, '') // removes blocks of code, which quote input
    .split('\n')
    .map((line): [string, string] => [line, line.replaceAll(/!?\[([^\]]*)\]\([^)]*\)|[`*]/gu, '$1')])
  const variants = readVariants(readFileSync('docs/glossary.md', 'utf8'))
  for (const variant of variants) variant.except = []

  expect(variantsIn(language, new Map(lines), variants)).toEqual([])
})

test('the guide has the same sections and pictures in both languages', () => {
  const outline = (page: string) =>
    [...page.matchAll(/^(?:(#+) |\d\. |- |!\[.*\]\(pictures\/\w\w-(.+)\)$)/gmu)].map(
      ([line, level, picture]) => picture ?? level ?? line,
    )

  expect(outline(guides.ja.page)).toEqual(outline(guides.en.page))
})

test('no picture of the guide has over 60 KB', () => {
  const heavy = globSync('docs/members/pictures/*').filter((path) => statSync(path).size > 60 * 1_024)

  expect(heavy).toEqual([])
})

/**
 * Returns the texts that a catalogue can show: each text, and each part of a text with markup. Texts about any service
 * have Google as the service.
 */
function textsOf(messages: Messages): string[] {
  return Object.values(messages).flatMap((text) => {
    if (typeof text !== 'string') return textsOf(text)
    const marked = [...text.matchAll(/<(\w+)>(.*?)<\/\1>/gu)].map(([, , words]) => words!)
    return marked.concat(text.replace('{provider}', 'Google'))
  })
}
