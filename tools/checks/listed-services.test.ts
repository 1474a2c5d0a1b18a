import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { destinations, providers } from '#contract/providers.ts'

const names = destinations.map((id) => providers[id].name)

/** Returns the texts with the names of several destinations. */
const listing = (texts: unknown): string[] => {
  if (typeof texts === 'string') return names.filter((name) => texts.includes(name)).length > 1 ? [texts] : []
  return Object.values(texts as object).flatMap(listing)
}

test('finds a text that lists destinations by name', () => {
  expect(listing({ about: { chat: `${names.join(', ')} are chats`, one: names[0] } })).toHaveLength(1)
})

test.each(languages)('texts take the names of destinations from the table of providers: %s', (language) => {
  expect(listing(JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')))).toEqual([])
})
