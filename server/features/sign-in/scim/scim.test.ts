import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { newPerson, patchOf, teamWithDirectory, userSchema } from '#server/testing/directory.ts'
import { team } from '#server/testing/team.ts'

// These tests were written only from RFC 7643 and RFC 7644. Their numbers are those of the sections.

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const fault = (status: number, scimType?: string) => ({
  status,
  body: { schemas: [errorSchema], status: String(status), detail: expect.any(String), ...(scimType && { scimType }) },
})

test('creating a member by SCIM answers 201 with the new member (RFC 7644, 3.3)', async () => {
  const { scim, administrator } = await teamWithDirectory()
  const person = newPerson({ externalId: '701984', displayName: '松本さん' })
  const { status, body, headers } = await scim.post('/scim/v2/Users', person)
  expect(status).toBe(201)
  expect(headers['content-type']).toMatch(/^application\/scim\+json(?:;|$)/u)
  expect(body).toEqual({
    schemas: [userSchema],
    id: expect.any(String),
    externalId: '701984',
    userName: person.userName,
    name: { formatted: '松本 栞', familyName: '松本', givenName: '栞' },
    displayName: '松本さん',
    active: true,
    emails: [{ value: person.userName, type: 'work', primary: true }],
    meta: {
      resourceType: 'User',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      lastModified: expect.any(String),
      location: `http://localhost:3000/api/scim/v2/Users/${body.id}`,
      version: headers['etag'],
    },
  })
  expect(headers['location']).toBe(body.meta.location)
  expect(headers['etag']).toMatch(/^W\/"[\w-]+"$/u)
  const { body: users } = await administrator.get('/users')
  expect(users).toContainEqual(expect.objectContaining({ id: body.id, email: person.userName, is_admin: false }))
})

test('SCIM refuses a second userName that differs only in letter case (RFC 7643, 4.1.1)', async () => {
  const { scim } = await teamWithDirectory()
  const person = newPerson()
  await scim.post('/scim/v2/Users', person)
  const again = { ...person, userName: person.userName.toUpperCase() }
  expect(await scim.post('/scim/v2/Users', again)).toMatchObject(fault(409, 'uniqueness'))
})

test('SCIM refuses a member without a userName or an address (RFC 7644, 3.12)', async () => {
  const { scim } = await teamWithDirectory()
  for (const body of [{ schemas: [userSchema] }, newPerson({ userName: 'no address' }), newPerson({ userName: 5 })])
    expect(await scim.post('/scim/v2/Users', body)).toMatchObject(fault(400, 'invalidValue'))
})

test('SCIM stores a userName that is not an email address (RFC 7643, 4.1.1)', async () => {
  const { scim } = await teamWithDirectory()
  const userName = `matsumoto-${crypto.randomUUID()}`
  const emails = [
    { value: 'home@example.net', type: 'home' },
    { value: `${userName}@example.com`, type: 'work' },
  ]
  const { body } = await scim.post('/scim/v2/Users', newPerson({ userName, emails }))
  expect(body).toMatchObject({ userName, emails: [{ value: `${userName}@example.com` }] })
  const query = new URLSearchParams({ filter: `userName eq "${userName.toUpperCase()}"` }).toString()
  expect((await scim.get(`/scim/v2/Users?${query}`)).body).toMatchObject({ totalResults: 1, Resources: [{ userName }] })
})

test('reading a member by SCIM answers 304 for a known version (RFC 7644, 3.4.1 and 3.14)', async () => {
  const { scim } = await teamWithDirectory()
  const { body } = await scim.post('/scim/v2/Users', newPerson())
  const path = `/scim/v2/Users/${body.id}`
  const read = await scim.get(path)
  expect(read).toMatchObject({ status: 200, body, headers: { etag: body.meta.version } })
  const known = await scim.get(path, { 'if-none-match': `"other", ${body.meta.version}` })
  expect([known.status, known.body, known.headers['etag']]).toEqual([304, '', body.meta.version])
  expect((await scim.get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
})

test('SCIM refuses a change of an old version of a member with 412 (RFC 7644, 3.14)', async () => {
  const { scim } = await teamWithDirectory()
  const { body } = await scim.post('/scim/v2/Users', newPerson())
  const path = `/scim/v2/Users/${body.id}`
  const first = { 'if-match': body.meta.version }
  const patched = await scim.patch(path, patchOf({ op: 'replace', path: 'displayName', value: 'まつもと' }), first)
  expect(patched).toMatchObject({ status: 200, body: { displayName: 'まつもと' } })
  for (const late of [
    () => scim.patch(path, patchOf({ op: 'replace', path: 'displayName', value: '後' }), first),
    () => scim.patch(path, patchOf({ op: 'replace', path: 'active', value: false }), first),
    () => scim.put(path, newPerson(), first),
    () => scim.delete(path, first),
  ])
    expect(await late()).toMatchObject(fault(412))
  expect((await scim.get(path)).body).toMatchObject({ displayName: 'まつもと', active: true })
  expect((await scim.delete(path, { 'if-match': patched.headers['etag']! })).status).toBe(204)
})

test('a SCIM PUT resets absent attributes to their defaults, except `active` (RFC 7644, 3.5.1)', async () => {
  const { scim } = await teamWithDirectory()
  const { body } = await scim.post('/scim/v2/Users', newPerson({ externalId: 'x', active: false }))
  const { id, userName } = body
  const put = await scim.put(`/scim/v2/Users/${id}`, {
    schemas: [userSchema],
    id: 'ignored',
    USERNAME: userName,
    Name: { GIVENNAME: '菫', familyName: '本田' },
    meta: { version: 'ignored' },
  })
  expect(put).toMatchObject({ status: 200, body: { id, userName, displayName: '本田 菫', active: false } })
  expect(put.body).not.toHaveProperty('externalId')
})

test('SCIM accepts null for an absent attribute, and a boolean as text (RFC 7643, 2.5)', async () => {
  const { scim } = await teamWithDirectory()
  const more = { active: 'False', displayName: null, externalId: null, name: null, title: null }
  const { status, body } = await scim.post('/scim/v2/Users', newPerson({ ...more, preferredLanguage: null }))
  expect([status, body.active, 'externalId' in body]).toEqual([201, false, false])
  const put = await scim.put(`/scim/v2/Users/${body.id}`, { userName: body.userName, active: 'True', emails: null })
  expect(put.body).toMatchObject({ active: true, emails: body.emails })
})

test('a SCIM DELETE deactivates the member and keeps the member’s reports (RFC 7644, 3.6)', async () => {
  const { scim, administrator, member } = await teamWithDirectory()
  const leaver = await member('早川')
  const path = `/scim/v2/Users/${leaver.user.id}`
  const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' }
  expect((await leaver.post('/daily-reports', report)).status).toBe(201)
  const deleted = await scim.delete(path)
  expect([deleted.status, deleted.body]).toEqual([204, ''])
  expect((await leaver.get('/users/me')).status).toBe(401)
  for (const call of [() => scim.get(path), () => scim.delete(path), () => scim.put(path, newPerson())])
    expect(await call()).toMatchObject(fault(404))
  expect(JSON.stringify((await scim.get('/scim/v2/Users')).body)).not.toContain(leaver.user.id)
  const { body: day } = await administrator.get('/daily-reports/?report_date=2026-10-23')
  expect(day.reports).toMatchObject([{ user_id: leaver.user.id, today_plan: '実装' }])
  // RFC 7644, 3.6: "MUST NOT consider the deleted resource in conflict calculation"
  const again = await scim.post('/scim/v2/Users', newPerson({ userName: leaver.user.email }))
  expect(again).toMatchObject({ status: 201, body: { id: leaver.user.id, active: true } })
})

test('SCIM creates a new member for another person with the address of a deleted member', async () => {
  const { scim } = await teamWithDirectory()
  const person = newPerson({ externalId: 'first' })
  const { body: first } = await scim.post('/scim/v2/Users', person)
  await scim.delete(`/scim/v2/Users/${first.id}`)
  const { status, body } = await scim.post('/scim/v2/Users', { ...person, externalId: 'second' })
  expect([status, body.userName, body.id === first.id]).toEqual([201, person.userName, false])
})

test('SCIM answers 409 instead of deactivating or deleting the last administrator', async () => {
  const { scim, administrator } = await teamWithDirectory()
  const path = `/scim/v2/Users/${administrator.user.id}`
  expect(await scim.patch(path, patchOf({ op: 'replace', path: 'active', value: false }))).toMatchObject(fault(409))
  expect(await scim.delete(path)).toMatchObject(fault(409))
  expect((await administrator.get('/users/me')).status).toBe(200)
})

test('SCIM reactivates a deactivated administrator as a plain member', async () => {
  const { scim, administrator, member } = await teamWithDirectory()
  const other = await member('早川')
  await administrator.patch(`/users/${other.user.id}`, { is_admin: true })
  const path = `/scim/v2/Users/${other.user.id}`
  for (const value of [false, true])
    expect((await scim.patch(path, patchOf({ op: 'replace', value: { active: value } }))).body.active).toBe(value)
  const { body } = await administrator.get(`/users/${other.user.id}`)
  expect(body).toMatchObject({ is_active: true, is_admin: false })
})

test('SCIM returns only the requested attributes, and always id and schemas (RFC 7644, 3.9)', async () => {
  const { scim } = await teamWithDirectory()
  const { body } = await scim.post('/scim/v2/Users?attributes=userName,name.familyName', newPerson())
  expect(body).toEqual({
    schemas: [userSchema],
    id: expect.any(String),
    userName: expect.any(String),
    name: { familyName: '松本' },
  })
  const path = `/scim/v2/Users/${body.id}`
  const excluded = await scim.get(`${path}?excludedAttributes=emails,meta,name.givenName,${userSchema}:active,id`)
  expect(Object.keys(excluded.body)).toEqual(['schemas', 'id', 'userName', 'name', 'displayName'])
  expect(excluded.body.name).toEqual({ formatted: '松本 栞', familyName: '松本' })
  const values = await scim.get(`${path}?attributes=EMAILS.VALUE`)
  expect(values.body).toMatchObject({ emails: [{ value: body.userName }] })
})

test('a SCIM list begins at index 1 and accepts pages beyond the end (RFC 7644, 3.4.2.4)', async () => {
  const { scim } = await teamWithDirectory()
  for (let made = 0; made < 4; made += 1) await scim.post('/scim/v2/Users', newPerson())
  const all = (await scim.get('/scim/v2/Users')).body
  expect(all).toMatchObject({ schemas: [listSchema], totalResults: 5, startIndex: 1, itemsPerPage: 5 })
  const page = async (query: string) => {
    const { body } = await scim.get(`/scim/v2/Users?${query}`)
    const at = body.Resources.map(({ id }: { id: string }) =>
      all.Resources.findIndex((one: { id: string }) => one.id === id),
    )
    return [body.totalResults, body.startIndex, body.itemsPerPage, at]
  }
  expect(await page('startIndex=2&count=2')).toEqual([5, 2, 2, [1, 2]])
  expect(await page('startIndex=-3&count=1')).toEqual([5, 1, 1, [0]])
  expect(await page('count=0')).toEqual([5, 1, 0, []])
  expect(await page('count=-1')).toEqual([5, 1, 0, []])
  expect(await page('startIndex=9')).toEqual([5, 9, 0, []])
  expect(await scim.get('/scim/v2/Users?startIndex=two')).toMatchObject(fault(400, 'invalidValue'))
})

test('a SCIM search by POST returns the same as by GET (RFC 7644, 3.4.3)', async () => {
  const { scim } = await teamWithDirectory()
  const { body } = await scim.post('/scim/v2/Users', newPerson())
  const search = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: `id eq "${body.id}"`,
    attributes: ['userName'],
    startIndex: 1,
    count: 10,
  }
  expect((await scim.post('/scim/v2/Users/.search', search)).body).toEqual({
    schemas: [listSchema],
    totalResults: 1,
    startIndex: 1,
    itemsPerPage: 1,
    Resources: [{ schemas: [userSchema], id: body.id, userName: body.userName }],
  })
})

test('the SCIM API describes its features, and answers 404 or 501 for others (RFC 7644, 4 and 3.11)', async () => {
  const { scim } = await teamWithDirectory()
  expect((await scim.get('/scim/v2/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  expect((await scim.get('/scim/v2/ResourceTypes')).body).toMatchObject({
    totalResults: 1,
    Resources: [{ id: 'User', endpoint: '/Users', schema: userSchema }],
  })
  expect((await scim.get('/scim/v2/ResourceTypes/User')).body).toMatchObject({ name: 'User' })
  const { body } = await scim.get(`/scim/v2/Schemas/${userSchema}`)
  expect((await scim.get('/scim/v2/Schemas')).body.Resources).toEqual([body])
  expect(body.attributes.map(({ name }: { name: string }) => name)).toContain('userName')
  for (const path of ['/Groups', '/Groups/1', '/Schemas/none', '/Users/1/x'])
    expect(await scim.get(`/scim/v2${path}`)).toMatchObject(fault(404))
  expect(await scim.post('/scim/v2/Bulk', {})).toMatchObject(fault(404))
  expect(await scim.get('/scim/v2/Me')).toMatchObject(fault(501))
})

test('SCIM reports an invalid body in its own error format', async () => {
  const { scim } = await teamWithDirectory()
  expect(await scim.post('/scim/v2/Users', '{"userName":')).toMatchObject(fault(400, 'invalidSyntax'))
  expect(await scim.post('/scim/v2/Users', 'x', { 'content-type': 'text/plain' })).toMatchObject(fault(415))
  const large = JSON.stringify(newPerson({ title: 'x'.repeat(70_000) }))
  expect(await scim.post('/scim/v2/Users', large)).toMatchObject(fault(413))
  expect((await scim.post('/scim/v2/Users', newPerson(), { 'content-type': 'application/json' })).status).toBe(201)
})

test('SCIM neither shows nor changes members of another team', async () => {
  const { scim, database } = await teamWithDirectory()
  const other = await team()
  const stranger = await other.member('早川')
  await withTeamTransaction(database, other, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', stranger.user.id).execute(),
  )
  const path = `/scim/v2/Users/${stranger.user.id}`
  const put = newPerson({ userName: stranger.user.email })
  for (const call of [
    () => scim.get(path),
    () => scim.put(path, put),
    () => scim.patch(path, patchOf({ op: 'replace', path: 'active', value: false })),
    () => scim.delete(path),
  ])
    expect(await call()).toMatchObject(fault(404))
  expect(await scim.post('/scim/v2/Users', put)).toMatchObject(fault(409, 'uniqueness'))
  const query = new URLSearchParams({ filter: `userName eq "${stranger.user.email}" or active eq true` })
  expect((await scim.get(`/scim/v2/Users?${query.toString()}`)).body.totalResults).toBe(1)
  expect((await stranger.get('/users/me')).body).toMatchObject({ email: stranger.user.email, is_active: true })
  const found = await withTeamTransaction(database, other, (db) =>
    db.selectFrom('provisioned_users').selectAll().execute(),
  )
  expect(found).toEqual([])
})
