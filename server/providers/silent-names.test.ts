import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type * as dns from 'node:dns/promises'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { faultOfHost } from './public-address.ts'

const nameServer = vi.hoisted(() => ({ address: '' }))
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof dns>()
  class Resolver extends real.Resolver {
    constructor(options: ConstructorParameters<typeof real.Resolver>[0]) {
      super(options)
      this.setServers([nameServer.address])
    }
  }
  return { ...real, Resolver }
})

test('host names whose name server is silent do not delay other look-ups', async () => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  afterwards(() => silent.close())
  const questions: Buffer[] = []
  silent.on('message', (question) => questions.push(question))
  nameServer.address = `127.0.0.1:${silent.address().port}`
  const slow = Promise.all(Array.from({ length: 40 }, (_, at) => faultOfHost(`h${at}.slow.test`)))
  expect(await Promise.race([slow, lookup('localhost').then(() => 'another look-up')])).toBe('another look-up')
  expect(await slow).toEqual(Array.from({ length: 40 }, () => 'host_not_found'))
  expect(questions.length).toBeGreaterThanOrEqual(80)
})
