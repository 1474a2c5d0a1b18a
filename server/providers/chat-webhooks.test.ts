import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { providerIds, providers, webhookProviders } from '#contract/providers.ts'
import { chatWebhooks } from './chat-webhooks.ts'

const read = (path: string) => readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8')

test.each(providerIds)('docs/providers has a page about %s', async (id) => {
  expect((await read(`providers/${id}.md`)).split('\n')[0]).toContain(providers[id].name)
})

test.each(webhookProviders)('the documents for operators have the variable of %s', async (id) => {
  const { variable } = providers[id]
  const { home } = chatWebhooks[id]
  for (const language of ['en', 'ja'])
    expect(await read(`operators/${language}-settings.md`)).toContain(`| \`${variable}\` |`)
  const row = (await read(`providers/${id}.md`)).split('\n').find((line) => line.startsWith(`| \`${variable}\` |`))
  expect(row).toContain(`\`${home}\` by default`)
})
