import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendMessage } from '#server/providers/webhook-receiver.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { freePort } from '#server/testing/free-port.ts'

const page = readFileSync('docs/api/webhooks.md', 'utf8')
const secret = `whsec_${Buffer.alloc(32, 'of a test').toString('base64')}`

test.each([
  { language: 'js', file: 'receiver.js', command: process.execPath },
  { language: 'python', file: 'receiver.py', command: 'python3' },
])('the documented receiver in $language accepts signed messages only', async (receiver) => {
  const { language, file, command } = receiver
  if (spawnSync(command, ['--version']).error) return // this machine lacks the receiver's language
  const folder = mkdtempSync(join(tmpdir(), 'asakai-receiver-'))
  afterwards(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, file), new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'u').exec(page)![1]!)
  const port = await freePort()
  const env = { PORT: String(port), WEBHOOK_SECRET: secret, NODE_PATH: join(process.cwd(), 'node_modules') }
  const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  afterwards(() => void child.kill())
  await once(child.stdout, 'data')

  const url = `http://127.0.0.1:${port}`
  const send = (message: { secret: string; now: Date }) =>
    sendMessage(url, { id: 'an id', body: '{"type":"webhook.test"}', ...message }, [url])
  const now = new Date()
  expect(await send({ secret, now })).toMatchObject({ status: 204, failure: null })
  expect(await send({ secret: `whsec_${btoa('another')}`, now })).toMatchObject({ status: 400 })
  expect(await send({ secret, now: new Date(0) })).toMatchObject({ status: 400 })
})
