import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'
import { openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()

test('administrators of a server without Slack get the address that creates the server’s Slack app', async () => {
  const { member } = await team({ publicUrl: 'https://asakai.example.com' })
  const [administrator, colleague] = [await member('佐伯'), await member('早川')]
  expect(await colleague.get('/slack/app')).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  const { address } = (await administrator.get('/slack/app')).body
  const manifest = JSON.parse(new URL(address).searchParams.get('manifest_json')!)
  expect(manifest.oauth_config.redirect_urls).toEqual(['https://asakai.example.com/api/auth/slack/callback'])
  expect(manifest.settings.interactivity.request_url).toBe('https://asakai.example.com/api/slack/requests')
})

test('administrators of a server with a Slack app get no address for creating one', async () => {
  const { person } = await slackTeam(slack)
  expect((await (await person('佐伯')).get('/slack/app')).body).toEqual({ address: null })
})
