import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { destinations, providers, webhookProviders } from '#contract/providers.ts'

const names = destinations.map((id) => providers[id].name)

/** Returns the texts with the names of several destinations. */
const listing = (texts: unknown): string[] => {
  if (typeof texts === 'string') return names.filter((name) => texts.includes(name)).length > 1 ? [texts] : []
  return Object.values(texts as object).flatMap(listing)
}

/**
 * Returns the sentences of a page that list some destinations and forget others. A sentence may list all of them, or all
 * that are connected by a webhook.
 */
const incomplete = (page: string): string[] =>
  page.split(/\n|(?<=[.。])(?=\s|\p{L})/u).filter((sentence) => {
    const listed = destinations.filter((id) => sentence.includes(providers[id].name) || sentence.includes(`\`${id}\``))
    const missesSome = (all: readonly string[]) => all.some((id) => !listed.some((other) => other === id))
    return listed.length > 1 && missesSome(destinations) && missesSome(webhookProviders)
  })

test('the check finds a text that lists the names of several chat services', () => {
  expect(listing({ about: { chat: `${names.join(', ')} are chats`, one: names[0] } })).toHaveLength(1)
})

test('the check finds a sentence that lists several chat services but not all', () => {
  const page = `It posts to ${names.join(', ')}.\nSlackとDiscordに送ります。Discordだけに送ります。Only Slack, or \`discord\`.`
  expect(incomplete(page)).toEqual(['SlackとDiscordに送ります。', 'Only Slack, or `discord`.'])
})

test.each(languages)('no text of the catalogue %s lists chat services by name', (language) => {
  expect(listing(JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')))).toEqual([])
})

const pages = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.{md,yml,yaml}'])
/** The pages about the current version. Decisions and the change log describe earlier versions. */
const today = pages.filter((file) => !file.startsWith('docs/decisions/') && file !== 'CHANGELOG.md')

test('a page that lists chat services lists all of them', () => {
  expect(today.flatMap((file) => incomplete(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))).toEqual([])
})
