import { describe, expect, it } from 'vitest'
import { sortMembers, teamMemberOf } from './team-member.ts'

const full = {
  id: 'a',
  user_id: 'b',
  uuid: 'c',
  preferred_name: 'みさき',
  display_name: '表示名',
  family_name: '佐伯',
  first_name: '美咲',
  email: 'misaki@hinode.example',
  role: 'designer',
  is_active: true,
  last_active: '2026-10-23T09:00:00+09:00',
  updated_at: '2026-10-01T09:00:00+09:00',
  github_avatar_url: null,
  google_avatar_url: 'https://pictures.example/misaki.png',
}

describe('teamMemberOf', () => {
  it('teamMemberOf takes the id from id, user_id, uuid or the email, in this order', () => {
    expect(teamMemberOf(full).id).toBe('a')
    expect(teamMemberOf({ ...full, id: undefined }).id).toBe('b')
    expect(teamMemberOf({ ...full, id: null, user_id: '' }).id).toBe('c')
    expect(teamMemberOf({ email: 'x@y.example' }).id).toBe('x@y.example')
    expect(teamMemberOf({ id: 17 }).id).toBe('17')
  })

  it('teamMemberOf takes the name from the preferred, display or full name, else the email', () => {
    expect(teamMemberOf(full).name).toBe('みさき')
    expect(teamMemberOf({ ...full, preferred_name: '  ' }).name).toBe('表示名')
    expect(teamMemberOf({ ...full, preferred_name: '', display_name: null }).name).toBe('佐伯 美咲')
    expect(teamMemberOf({ first_name: '美咲' }).name).toBe('美咲')
    expect(teamMemberOf({ email: 'x@y.example' }).name).toBe('x@y.example')
  })

  it('teamMemberOf uses the role member if none is given', () => {
    expect(teamMemberOf(full).role).toBe('designer')
    expect(teamMemberOf({ ...full, role: null }).role).toBe('member')
  })

  it('teamMemberOf treats a member as active only if the response says so', () => {
    expect(teamMemberOf(full).isActive).toBe(true)
    expect(teamMemberOf({ ...full, is_active: false }).isActive).toBe(false)
    expect(teamMemberOf({ email: 'x@y.example' }).isActive).toBe(false)
  })

  it('teamMemberOf takes the last activity from last_active, else from updated_at', () => {
    expect(teamMemberOf(full).lastActive).toBe(full.last_active)
    expect(teamMemberOf({ ...full, last_active: null }).lastActive).toBe(full.updated_at)
    expect(teamMemberOf({}).lastActive).toBeUndefined()
  })

  it('teamMemberOf takes initials from the name if other names are unknown', () => {
    expect(teamMemberOf(full)).toMatchObject({ picture: full.google_avatar_url, initials: '佐' })
    expect(teamMemberOf({ display_name: 'Emilia Tamm' })).toMatchObject({ picture: undefined, initials: 'ET' })
  })

  it('teamMemberOf accepts an entry that is no object', () => {
    for (const nothing of [null, 'x', 3, []]) expect(teamMemberOf(nothing).role).toBe('member')
  })
})

it('team members are sorted by name, with the reader first and inactive members last', () => {
  const members = [
    { id: '1', preferred_name: 'Zoe', is_active: true },
    { id: '2', preferred_name: 'Abel', is_active: false },
    { id: '3', preferred_name: 'émile', is_active: true },
    { id: '4', preferred_name: 'Yves', is_active: true },
  ].map(teamMemberOf)
  expect(sortMembers(members, '4', 'fr').map(({ name }) => name)).toEqual(['Yves', 'émile', 'Zoe', 'Abel'])
})
