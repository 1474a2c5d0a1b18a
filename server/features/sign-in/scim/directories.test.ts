import { readFileSync } from 'node:fs'
import type { HTTPMethods } from 'fastify'
import { expect, test } from 'vitest'
import { newPerson, patchOf, teamWithDirectory } from '#server/testing/directory.ts'

// Requests as the documentation of directories shows them, including their deviations from RFC 7644.

type Step = { what: string; method: HTTPMethods; path: string; body?: unknown; status: number; answer?: object }

/** Replaces the placeholders for the member's id and for the part of names that is new in each test. */
const filled = (value: unknown, parts: Record<string, string>) =>
  JSON.parse(JSON.stringify(value).replaceAll(/\{(id|tag)\}/gu, (_, name: string) => parts[name]!)) as never

test.each(['entra', 'okta'])('SCIM answers every documented request of the directory %s', async (name) => {
  const { scim } = await teamWithDirectory()
  const text = readFileSync(new URL(`../../../../fixtures/scim/${name}.json`, import.meta.url), 'utf8')
  const parts: Record<string, string> = { tag: crypto.randomUUID(), id: '' }
  for (const step of (JSON.parse(text) as { steps: Step[] }).steps) {
    const { what, method, path, body, status, answer = {} } = step
    const got = await scim.call(method, `/scim/v2${filled(path, parts) as string}`, body && filled(body, parts))
    expect([what, got.status, got.body]).toMatchObject([what, status, status === 204 ? '' : filled(answer, parts)])
    if (method === 'POST') parts['id'] = got.body.id
  }
})

/** Operations on a member, and the expected attributes or the expected failure. */
const operations: Record<string, [object[], object | [number, string] | 'unchanged']> = {
  'an operation in capitals': [[{ op: 'REPLACE', path: 'ACTIVE', value: 'FALSE' }], { active: false }],
  'a path with the schema': [
    [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName', value: '花' }],
    { name: { givenName: '花', familyName: '松本' } },
  ],
  'the schema as the path': [
    [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User', value: { active: false } }],
    { active: false },
  ],
  'the schema as a name in the value': [
    [{ op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User': { active: 'False' } } }],
    { active: false },
  ],
  'only a formatted name': [
    [{ op: 'replace', path: 'name.formatted', value: 'Sumire Honda' }],
    { displayName: 'Sumire Honda', name: { familyName: 'Honda', givenName: 'Sumire' } },
  ],
  'the current formatted name': [[{ op: 'replace', path: 'name.formatted', value: '松本 栞' }], 'unchanged'],
  'a whole name': [
    [{ op: 'replace', path: 'name', value: { familyName: '本田', givenName: '菫' } }],
    { displayName: '本田 菫', name: { formatted: '本田 菫' } },
  ],
  'a name as nested value without a path': [
    [{ op: 'add', value: { name: { familyName: '本田' }, displayName: 'ほんだ' } }],
    { displayName: 'ほんだ', name: { formatted: '本田 栞' } },
  ],
  'a removed external id': [[{ op: 'remove', path: 'externalId' }], { externalId: undefined }],
  'a removed display name': [
    [
      { op: 'add', path: 'displayName', value: 'x' },
      { op: 'remove', path: 'displayName' },
    ],
    { displayName: '松本 栞' },
  ],
  'an address as a whole list': [
    [
      {
        op: 'replace',
        path: 'emails',
        value: [
          { type: 'home', value: 'h@example.net' },
          { type: 'Work', value: 'w@example.net' },
        ],
      },
    ],
    { emails: [{ value: 'w@example.net' }] },
  ],
  'the primary address': [
    [{ op: 'replace', path: 'emails[primary eq true].value', value: 'p@example.net' }],
    { emails: [{ value: 'p@example.net' }] },
  ],
  'the primary address, with the boolean as text': [
    [{ op: 'replace', path: 'emails[primary eq "True"].value', value: 'p@example.net' }],
    { emails: [{ value: 'p@example.net' }] },
  ],
  'an added address for work': [
    [{ op: 'add', path: 'emails', value: [{ type: 'work', value: 'w@example.net' }] }],
    { emails: [{ value: 'w@example.net' }] },
  ],
  'another kind of address added': [
    [{ op: 'add', path: 'emails[type eq "home"].value', value: 'h@example.net' }],
    'unchanged',
  ],
  'another kind of address added to the list': [
    [{ op: 'add', path: 'emails', value: [{ type: 'home', value: 'h@example.net' }] }],
    'unchanged',
  ],
  'another kind of address added without a path': [
    [{ op: 'add', value: { emails: [{ value: 'h@example.net' }] } }],
    'unchanged',
  ],
  'another kind of address removed': [
    [
      { op: 'remove', path: 'emails[type eq "home"]' },
      { op: 'replace', path: 'active', value: false },
    ],
    { active: false },
  ],
  'another kind of address replaced': [
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'h@example.net' }],
    [400, 'noTarget'],
  ],
  'a read-only attribute': [[{ op: 'replace', path: 'id', value: 'x' }], [400, 'mutability']],
  'a removed required attribute': [[{ op: 'remove', path: 'userName' }], [400, 'mutability']],
  'a removal without a path': [[{ op: 'remove' }], [400, 'noTarget']],
  'an unknown op': [[{ op: 'move', path: 'active', value: true }], [400, 'invalidSyntax']],
  'a value without a path that is no object': [[{ op: 'replace', value: 'x' }], [400, 'invalidSyntax']],
  'a malformed path': [[{ op: 'replace', path: 'name..givenName', value: 'x' }], [400, 'invalidPath']],
  'a malformed filter of a path': [
    [{ op: 'replace', path: 'emails[type is "x"].value', value: 'x' }],
    [400, 'invalidFilter'],
  ],
  'a path to the prototype': [[{ op: 'add', path: '__proto__.polluted', value: 'x' }], [400, 'invalidPath']],
  'a path to the constructor': [[{ op: 'add', path: 'constructor.polluted', value: 'x' }], {}],
  'an invalid boolean': [[{ op: 'replace', path: 'active', value: 'perhaps' }], [400, 'invalidValue']],
  'an invalid address': [[{ op: 'replace', path: 'emails.value', value: 'x' }], [400, 'invalidValue']],
  'a name with a control character': [[{ op: 'replace', path: 'userName', value: 'a\u0000b' }], [400, 'invalidValue']],
  'a lone surrogate': [[{ op: 'replace', path: 'externalId', value: '\ud800' }], [400, 'invalidValue']],
}

test.each(Object.entries(operations))(
  'SCIM applies or refuses a PATCH with %s as expected',
  async (_what, [given, expected]) => {
    const { scim } = await teamWithDirectory()
    const { body: before } = await scim.post('/scim/v2/Users', newPerson({ externalId: 'x' }))
    const path = `/scim/v2/Users/${before.id}`
    const tag = crypto.randomUUID()
    const unique = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll('@example.net', `.${tag}@example.net`))
    const { status, body } = await scim.patch(path, patchOf(...given.map(unique)))
    if (Array.isArray(expected)) {
      expect([status, body.scimType]).toEqual(expected)
      expect((await scim.get(path)).body).toEqual(before)
    } else if (expected === 'unchanged') {
      expect([status, body]).toEqual([200, before])
    } else {
      expect([status, body]).toMatchObject([200, unique(expected)])
      if ('externalId' in expected) expect(body).not.toHaveProperty('externalId')
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  },
)
