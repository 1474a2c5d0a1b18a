import { expect, test } from 'vitest'
import { findClaim, checkClaim, parseClaimRule } from './claim.ts'

test.each([
  ['groups:asakai', 'groups', 'asakai'],
  ['groups:urn:mace:example.org:asakai', 'groups', 'urn:mace:example.org:asakai'],
  ['https://acme.example/roles:staff', 'https://acme.example/roles', 'staff'],
  ['https://acme.example:8443/roles:staff', 'https://acme.example:8443/roles', 'staff'],
  ['cognito%3Agroups:asakai', 'cognito:groups', 'asakai'],
  ['realm_access.roles:asakai', 'realm_access.roles', 'asakai'],
  ['groups:Team A ', 'groups', 'Team A '],
])('the claim rule %j requires the claim %s with the value %s', (text, name, value) => {
  expect(parseClaimRule(text)).toEqual({ name, value })
})

test.each(['groups', 'groups:', ':asakai', 'https://acme.example', 'https://acme.example:staff', 'a%:b', ''])(
  'the claim rule %j is refused',
  (text) => expect(parseClaimRule(text)).toBeUndefined(),
)

const judged = (claims: Record<string, unknown>, text = 'groups:asakai') => checkClaim(claims, parseClaimRule(text)!)

test.each([
  [{ groups: 'asakai' }],
  [{ groups: ['other', 'asakai'] }],
  [{ groups: ['asakai'], _claim_names: { groups: 'src1' } }],
])('claims that are or contain exactly the required value are accepted: %j', (claims) => {
  expect(judged(claims)).toBe('met')
})

test.each([
  [{ groups: 'Asakai' }],
  [{ groups: 'asakai other' }],
  [{ groups: ['asakai2', '/asakai', ' asakai'] }],
  [{ groups: [['asakai']] }],
  [{ groups: { asakai: true } }],
  [{ groups: [] }],
])('claims with a similar value or another shape are refused: %j', (claims) => {
  expect(judged(claims)).toBe('other_value')
})

test.each([[{}], [{ groups: null }], [{ Groups: ['asakai'] }], [Object.create({ groups: 'asakai' }) as object]])(
  'claims without the required claim count as absent: %j',
  (claims) => expect(judged(claims as Record<string, unknown>)).toBe('absent'),
)

test.each([[{ _claim_names: { groups: 'src1' }, _claim_sources: {} }], [{ hasgroups: true }]])(
  'an ID token of Entra without its many groups is reported as an overage: %j',
  (claims) => expect(judged(claims)).toBe('overage'),
)

test('omitted groups do not count as an overage for a rule about another claim', () => {
  expect(judged({ _claim_names: { groups: 'src1' } }, 'roles:asakai')).toBe('absent')
})

test.each([
  [{ realm_access: { roles: ['asakai'] } }, 'realm_access.roles'],
  [{ resource_access: { 'asakai.example.com': { roles: ['asakai'] } } }, 'resource_access.asakai.example.com.roles'],
  [{ 'realm_access.roles': ['asakai'], realm_access: { roles: [] } }, 'realm_access.roles'],
  [{ 'https://acme.example/roles': ['asakai'] }, 'https://acme.example/roles'],
])('a claim with a dotted name is found by its exact name or within objects: %j', (claims, name) => {
  expect(findClaim(claims, name)).toEqual(['asakai'])
})

test('a claim with a dotted name is not searched within lists and texts', () => {
  expect(findClaim({ realm_access: [{ roles: ['asakai'] }] }, 'realm_access.0')).toBeUndefined()
  expect(findClaim({ realm_access: 'roles' }, 'realm_access.length')).toBeUndefined()
})
