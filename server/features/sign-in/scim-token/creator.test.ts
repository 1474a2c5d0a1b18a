import { expect, test } from 'vitest'
import { client } from '#server/testing/client.ts'
import { newPerson, patchOf, providers } from '#server/testing/directory.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { firstTeam, newAddress } from '#server/testing/team.ts'

// The directory deactivates the administrator who created its token (N17.05, E1.11).

/** Creates two administrators. The first has created the directory's token. */
async function office() {
  const mailbox = await openMailbox()
  const here = await firstTeam({ providers, mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const [first, second] = [await here.member('佐伯'), await here.member('藤井')]
  const appoint = () => first.patch(`/users/${second.user.id}`, { is_admin: true })
  const connect = async (creator: typeof first) => {
    const { status, body } = await creator.post('/provisioning/token')
    expect(status).toBe(201)
    const headers = { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' }
    return client(here.app, newAddress(), headers)
  }
  /** Opens the link of the newest "it was not me" email to a member. */
  const disown = async ({ user }: typeof first) => {
    const linked = () => mailbox.mails.filter(({ to, text }) => to === user.email && text.includes('/not-me?'))
    await expect.poll(() => linked().length).toBeGreaterThan(0)
    return here.visitor().post('/auth/not-me', { token: tokenIn(linked().at(-1)!) })
  }
  return { ...here, first, second, appoint, connect, disown }
}

type Directory = Awaited<ReturnType<Awaited<ReturnType<typeof office>>['connect']>>
const inactive = { active: false }
const ways: Record<string, (scim: Directory, path: string) => Promise<{ status: number }>> = {
  'a PATCH': (scim, path) => scim.patch(path, patchOf({ op: 'replace', value: inactive })),
  'a PUT': async (scim, path) => scim.put(path, newPerson({ ...inactive, ...(await addressesOf(scim, path)) })),
  'a DELETE': (scim, path) => scim.delete(path),
}

/** Returns the name and the addresses of an administrator, which the directory cannot change. */
async function addressesOf(scim: Directory, path: string) {
  const { userName, emails } = (await scim.get(path)).body
  return { userName, emails }
}

test.each(Object.entries(ways))(
  'the creator of a directory token cannot undo the creator’s own deactivation by %s',
  async (_way, deactivate) => {
    const { first, second, appoint, connect, disown } = await office()
    await appoint()
    const scim = await connect(second)
    expect((await deactivate(scim, `/scim/v2/Users/${second.user.id}`)).status).toBeLessThan(300)
    expect(await disown(second)).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
    expect((await first.get(`/users/${second.user.id}`)).body).toMatchObject({ is_active: false })
    expect((await scim.get('/scim/v2/Users')).status).toBe(200)
  },
)

test('an administrator cannot undo their deactivation by the directory even if they appointed the token’s creator', async () => {
  const { first, second, member, connect, disown } = await office()
  const third = await member('三浦')
  await first.patch(`/users/${third.user.id}`, { is_admin: true })
  await third.patch(`/users/${second.user.id}`, { is_admin: true })
  const scim = await connect(second)
  expect((await scim.delete(`/scim/v2/Users/${third.user.id}`)).status).toBe(204)
  expect((await disown(third)).status).toBe(400)
})

test('a token’s creator can undo their deactivation by the directory if their session appointed all other administrators', async () => {
  const { first, member, appoint, connect, disown } = await office()
  const colleague = await member('早川')
  await appoint()
  const scim = await connect(first)
  expect((await scim.delete(`/scim/v2/Users/${first.user.id}`)).status).toBe(204)
  expect((await disown(first)).status).toBe(200)
  const { body } = await colleague.get('/users')
  expect(body).toContainEqual(expect.objectContaining({ id: first.user.id, is_active: true, is_admin: true }))
  expect((await scim.get('/scim/v2/Users')).status).toBe(401)
})

test('a token’s creator can undo their deactivation by the directory if an accomplice deactivated all other administrators', async () => {
  const { first, second, member, appoint, connect, disown } = await office()
  const accomplice = await member('共犯')
  await appoint()
  const scim = await connect(second)
  await second.patch(`/users/${accomplice.user.id}`, { is_admin: true })
  expect((await scim.delete(`/scim/v2/Users/${second.user.id}`)).status).toBe(204)
  expect((await accomplice.patch(`/users/${first.user.id}`, { is_active: false })).status).toBe(200)
  expect((await disown(second)).status).toBe(200)
  expect((await accomplice.get('/users/me')).status).toBe(401)
})

test('a directory’s write adds no member if the directory’s token is revoked while the write is running', async () => {
  const { first, second, appoint, connect, disown } = await office()
  await appoint()
  const scim = await connect(second)
  const writes = Array.from({ length: 8 }, () => scim.post('/scim/v2/Users', newPerson()))
  expect((await disown(second)).status).toBe(200)
  const answers = (await Promise.all(writes)).filter(({ status }) => status === 201)
  const added = new Set(answers.map((one) => one.body.id as string))
  const { body } = await first.get('/users')
  const active = (body as { id: string; is_active: boolean }[]).filter((one) => one.is_active)
  expect(active.filter(({ id }) => added.has(id))).toEqual([])
})
