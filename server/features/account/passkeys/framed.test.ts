import { expect, test } from 'vitest'
import { authenticator } from '#server/testing/authenticator.ts'
import { withCookies } from '#server/testing/client.ts'
import { team } from '#server/testing/team.ts'

const publicUrl = 'https://asakai.example.com'

const framed = [
  { crossOrigin: true, topOrigin: 'https://elsewhere.example.com' },
  { crossOrigin: true },
  { topOrigin: 'https://elsewhere.example.com' },
  { crossOrigin: true, topOrigin: publicUrl },
]

test.each(framed)('a passkey from a page in a frame of another site is refused: %j', async (frame) => {
  const { member, visitor } = await team({ publicUrl })
  const browser = withCookies(await member())
  const refused = { status: 400, body: { code: 'passkey_refused' } }
  const { body: given } = await browser.post('/passkeys/options')
  const made = await browser.post('/passkeys', { credential: authenticator(publicUrl).create(given, frame) })
  expect(made).toMatchObject(refused)

  const key = authenticator(publicUrl)
  const { body: again } = await browser.post('/passkeys/options')
  expect((await browser.post('/passkeys', { credential: key.create(again) })).status).toBe(201)
  const guest = withCookies(visitor())
  const { body: asked } = await guest.post('/auth/passkey/options')
  expect(await guest.post('/auth/passkey', { credential: key.get(asked, frame) })).toMatchObject(refused)
})

test('a passkey is accepted if the browser names Asakai’s own page as the topmost page', async () => {
  const { member } = await team({ publicUrl })
  const browser = withCookies(await member())
  const { body } = await browser.post('/passkeys/options')
  const own = { crossOrigin: false, topOrigin: publicUrl }
  expect((await browser.post('/passkeys', { credential: authenticator(publicUrl).create(body, own) })).status).toBe(201)
})
