import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import { changeKinds } from '#contract/event-names.ts'
import { password, team } from '#server/testing/team.ts'
import { readBlocks } from './blocks.ts'

const pages = globSync('docs/api/*.md')
const read = (page: string) => readFileSync(page, 'utf8')

test('every command of the API guide succeeds with a new token', async () => {
  const { app, member, clock } = await team({ timeZone: 'UTC' })
  const author = await member('Hayakawa')
  const expires_on = clock.now.toISOString().slice(0, 10)
  const draft = { name: 'guide', scopes: ['read', 'write'], expires_on, current_password: password }
  const { body } = await author.post('/tokens', draft)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const env = { ...process.env, TZ: 'UTC', ASAKAI: `${address}/api`, TOKEN: body.token as string }

  const blocks = pages.flatMap((page) =>
    readBlocks(page).flatMap(({ language, text }) => (language === 'sh' ? { page, text } : [])),
  )
  expect(blocks.length).toBeGreaterThan(6)
  for (const { page, text } of blocks) {
    const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { env })
    await expect(run, `${page}: ${text}`).resolves.toMatchObject({ stdout: expect.stringMatching(/\{.+\}/u) })
  }
})

test('every error code of the API guide exists and has the guide’s status', () => {
  const text = pages.map(read).join('\n')
  const named = [...text.matchAll(/\b([45]\d\d) `([a-z_]+)`(?: or `([a-z_]+)`)?/gu)]
  expect(named.length).toBeGreaterThan(8)
  for (const [said, status, ...codes] of named)
    for (const code of codes.filter(Boolean))
      expect(errorStatus[code as keyof typeof errorStatus], said).toBe(Number(status))
})

test('the API guide’s page about events lists every kind of event', () => {
  const [list] = /^The kinds are .*$/mu.exec(read('docs/api/events.md'))!
  expect([...list.matchAll(/`([a-z]+)`/gu)].map(([, kind]) => kind)).toEqual([...changeKinds])
})
