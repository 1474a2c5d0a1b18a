import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { openMail } from './mail.ts'

const services = { logEvent: () => {}, count: () => {} }
const message = { to: 'misaki@example.com', subject: '題', text: '本文' }

async function mailServer(options: SMTPServerOptions | 'hang up') {
  const hangUp: SMTPServerOptions['onData'] = () => {
    for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy()
  }
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(options === 'hang up' ? { onData: hangUp } : options),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { deliver, close } = await openMail(
    {
      url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      from: 'asakai@example.com',
    },
    services,
  )
  afterwards(close)
  return deliver
}
const answer = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

test.each<[reason: string, what: string, options: SMTPServerOptions | 'hang up']>([
  ['unavailable', 'a temporary refusal', { onRcptTo: (_to, _session, done) => done(answer(451)) }],
  ['refused', 'an unknown recipient', { onRcptTo: (_to, _session, done) => done(answer(550)) }],
  [
    'refused',
    'a refusal after the content was sent',
    { onData: (stream, _session, done) => stream.resume().on('end', () => done(answer(554))) },
  ],
  ['unknown_outcome', 'a connection that closed while the content was sent', 'hang up'],
])('an email’s failed delivery has the reason %s after this event: %s', async (reason, _what, options) => {
  const deliver = await mailServer(options)
  await expect(deliver(message, '1')).rejects.toMatchObject({ provider: 'SMTP', reason })
})

test('every attempt to send an email has the same Message-ID', async () => {
  const ids: string[] = []
  const deliver = await mailServer({
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        ids.push(/^message-id: (.+)$/imu.exec(text)![1]!.trim())
        done()
      })
    },
  })
  await deliver(message, '0199-1')
  await deliver(message, '0199-1')
  expect(ids).toEqual(['<0199-1@asakai>', '<0199-1@asakai>'])
})

test('at most five connections to the mail server are open at once', async () => {
  const waiting: (() => void)[] = []
  let [opened, most] = [0, 0]
  const deliver = await mailServer({
    onConnect: (_session, done) => {
      opened += 1
      waiting.push(() => done())
      most = Math.max(most, waiting.length)
    },
  })
  const sent = Promise.all(Array.from({ length: 12 }, (_, index) => deliver(message, String(index))))
  await expect.poll(() => waiting.length).toBe(5)
  for (let answered = 0; answered < 12; answered += 1) {
    await expect.poll(() => waiting.length).toBe(Math.min(5, 12 - answered))
    waiting.shift()!()
  }
  await sent
  expect([opened, most]).toEqual([12, 5])
})

test('a thousand emails can wait for the mail server, and the next one is rejected', async () => {
  const waiting: (() => void)[] = []
  const deliver = await mailServer({ onConnect: (_session, done) => void waiting.push(() => done()) })
  const outcomes = Array.from({ length: 5 + 1_000 }, (_, index) =>
    deliver(message, String(index)).catch(() => 'failed'),
  )
  await expect.poll(() => waiting.length).toBe(5)
  await expect(deliver(message, 'next')).rejects.toMatchObject({ provider: 'SMTP', reason: 'unavailable' })
  waiting.shift()!()
  await Promise.race(outcomes)
  outcomes.push(deliver(message, 'later').catch(() => 'failed'))
  expect(waiting.length).toBeGreaterThan(0)
})
