import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { faultOfAddress, isAllowed } from './webhook-receiver.ts'

const { webhookOrigins } = readProviders(readerOf({ WEBHOOK_ORIGINS: 'http://10.0.0.5:8080, http://10.0.0.6/hooks' }))

test.each([
  ['http://10.0.0.5:8080/any/path?query', true],
  ['http://10.0.0.6/hooks', true],
  ['http://10.0.0.6/hooks/team?key=1', true],
  ['http://10.0.0.5/', false],
  ['http://10.0.0.6/', false],
  ['http://10.0.0.6/hooks2', false],
  ['http://10.0.0.6/Hooks/', false],
  ['http://10.0.0.6/hooks/../admin', false],
  ['http://10.0.0.6/hooks/%2e%2e/admin', false],
  ['http://10.0.0.6/hooks/..%2fadmin', false],
  ['http://10.0.0.6/hooks/..%5Cadmin', false],
  ['http://10.0.0.6/hooks/..;/admin', false],
  ['http://10.0.0.6/hooks/..%3Ba/admin', false],
  ['http://10.0.0.6/hooks/%252e%252e/admin', false],
  ['http://10.0.0.6//hooks/', false],
  ['http://user@10.0.0.6/hooks/', false],
  ['https://10.0.0.6/hooks/', false],
])(
  'a webhook to an internal address needs a path of WEBHOOK_ORIGINS (%s is allowed: %s)',
  async (address, expected) => {
    expect(await faultOfAddress(address, webhookOrigins)).toBe(expected ? undefined : 'not_public')
    if (!expected && !address.includes('user')) expect(isAllowed(new URL(address), webhookOrigins)).toBe(false)
  },
)
