import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAppAddress } from './manifest.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the test checks the JSON
const manifestIn = (address: string): any => JSON.parse(new URL(address).searchParams.get('manifest_json')!)

test('the link to create the Slack app has the whole manifest for this server (N9.06)', () => {
  const address = createAppAddress('https://asakai.example.com', 'http')
  const { origin, pathname, searchParams } = new URL(address)
  expect([origin, pathname, searchParams.get('new_app')]).toEqual(['https://api.slack.com', '/apps', '1'])
  const requests = 'https://asakai.example.com/api/slack/requests'
  expect(manifestIn(address)).toMatchObject({
    features: { slash_commands: [{ command: '/asakai', url: requests }], app_home: { messages_tab_enabled: true } },
    oauth_config: { redirect_urls: ['https://asakai.example.com/api/auth/slack/callback'] },
    settings: {
      event_subscriptions: { request_url: requests },
      interactivity: { is_enabled: true, request_url: requests },
      socket_mode_enabled: false,
    },
  })
})

test('with Socket Mode, the Slack manifest has no other URL than the redirect URL', () => {
  const manifest = manifestIn(createAppAddress('https://asakai.example.com', 'socket'))
  expect(manifest.settings).toMatchObject({ socket_mode_enabled: true })
  expect(JSON.stringify(manifest)).not.toContain('/api/slack/requests')
})

test("the operators' documentation has the same Slack manifest", () => {
  const page = readFileSync(new URL('../../../docs/providers/slack.md', import.meta.url), 'utf8')
  const [, written] = /```json\n(.*?)```/su.exec(page)!
  expect(JSON.parse(written!)).toEqual(manifestIn(createAppAddress('https://asakai.example.com', 'http')))
})
