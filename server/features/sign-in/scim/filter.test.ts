import { expect, test } from 'vitest'
import { newPerson, teamWithDirectory } from '#server/testing/directory.ts'

/** Creates the directory of a team with three members. `find` returns the names of the members that a filter finds. */
async function three() {
  const here = await teamWithDirectory()
  const { scim, administrator } = here
  const tag = crypto.randomUUID().slice(-12)
  const names: Record<string, string> = { [administrator.user.id]: 'admin' }
  for (const [name, more] of Object.entries({
    saki: { externalId: 'E-1', displayName: 'Saki "S" Ōno', name: { givenName: 'Saki', familyName: 'Ono' } },
    taro: { externalId: 'e-1', displayName: '100% 太郎_', name: { givenName: 'Taro', familyName: 'Abe' } },
  })) {
    const { body } = await scim.post('/scim/v2/Users', newPerson({ userName: `${name}.${tag}@example.com`, ...more }))
    names[body.id] = name
  }
  const find = async (filter: string, more = {}) => {
    const query = new URLSearchParams({ filter, ...more }).toString()
    const { status, body } = await scim.get(`/scim/v2/Users?${query}`)
    return status === 200 ? body.Resources.map(({ id }: { id: string }) => names[id]) : [status, body.scimType]
  }
  return { ...here, find, tag, names }
}

test('a SCIM filter finds members by each operator and attribute (RFC 7644, 3.4.2.2)', async () => {
  const { find, tag, names, scim, administrator } = await three()
  const [sakiId] = Object.entries(names).find(([, name]) => name === 'saki')!
  const created = (await scim.get(`/scim/v2/Users/${sakiId}`)).body.meta.created
  const found = {
    [`userName eq "SAKI.${tag}@EXAMPLE.COM"`]: ['saki'],
    [`USERNAME Eq "saki.${tag}@example.com"`]: ['saki'],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "taro.${tag}"`]: ['taro'],
    [`userName co "${tag}"`]: ['saki', 'taro'],
    [`userName ew "${tag}@example.com" and not (userName sw "saki")`]: ['taro'],
    'externalId eq "E-1"': ['saki'],
    'externalId pr': ['saki', 'taro'],
    'not (externalId pr)': ['admin'],
    'externalId eq null': ['admin'],
    'externalId ne "E-1"': ['admin', 'taro'],
    [`id eq "${sakiId}"`]: ['saki'],
    [`id eq "none"`]: [],
    'active eq true and externalId pr': ['saki', 'taro'],
    'active eq "False"': [],
    'active ne false and name.familyName eq "ono"': ['saki'],
    [`emails[type eq "work" and value co "saki.${tag}"]`]: ['saki'],
    [`emails.value eq "taro.${tag}@example.com"`]: ['taro'],
    [`emails eq "taro.${tag}@example.com"`]: ['taro'],
    'emails[type eq "home"]': [],
    'emails[not (primary eq true)]': [],
    'displayName eq "Saki \\"S\\" Ōno"': ['saki'],
    'displayName co "100%"': ['taro'],
    'displayName co "_"': ['taro'],
    'displayName eq "saki \\u0022s\\u0022 Ōno"': ['saki'],
    [`meta.created eq "${created}" and externalId pr`]: ['saki'],
    [`meta.created ge "${created}"`]: ['saki', 'taro'],
    [`meta.lastModified gt "2999-01-01T00:00:00Z"`]: [],
    // "and" binds more strongly than "or", and brackets more strongly than both.
    'name.givenName eq "Saki" or name.givenName eq "Taro" and active eq false': ['saki'],
    '(name.givenName eq "Saki" or name.givenName eq "Taro") and active eq false': [],
    'name.familyName gt "b" and externalId pr': ['saki'],
  }
  for (const [filter, expected] of Object.entries(found))
    expect([filter, await find(filter)]).toEqual([filter, expected])
  expect(administrator.user.id in names).toBe(true)
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq saki',
  'userName eq "saki',
  'userName is "saki"',
  'title eq "x"',
  'constructor eq "x"',
  'userName eq "a" and',
  'userName eq "a" userName eq "b"',
  '(userName eq "a"',
  'userName eq "a")',
  'emails[type eq "work"',
  'active gt true',
  'active eq "perhaps"',
  'userName eq 5',
  'userName gt null',
  'meta.created eq "yesterday"',
  'meta.created co "2026"',
  `userName eq "a'; drop table users; --" or`,
  `${'('.repeat(25)}userName pr${')'.repeat(25)}`,
])('SCIM answers the filter “%s” with 400 invalidFilter', async (filter) => {
  const { find } = await three()
  expect(await find(filter)).toEqual([400, 'invalidFilter'])
})

test('SCIM orders members by an attribute in both directions (RFC 7644, 3.4.2.3)', async () => {
  const { find } = await three()
  const by = (sortBy: string, sortOrder = 'ascending') => find('externalId pr', { sortBy, sortOrder })
  expect(await by('name.familyName')).toEqual(['taro', 'saki'])
  expect(await by('NAME.familyname', 'descending')).toEqual(['saki', 'taro'])
  expect(await by('title')).toEqual([400, 'invalidPath'])
})
