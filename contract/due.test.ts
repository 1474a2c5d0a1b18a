import { expect, test } from 'vitest'
import { type Expected, type NotDue, whyNotDue } from './due.ts'

const member: Expected = { joined_on: '2026-10-14', is_active: true } // a Wednesday

test.each<[string, string, Expected, NotDue | undefined]>([
  ['the day of joining', '2026-10-14', member, undefined],
  ['a Friday', '2026-10-23', member, undefined],
  ['a Saturday', '2026-10-24', member, 'day-off-pattern'],
  ['a Sunday', '2026-10-25', member, 'day-off-pattern'],
  ['a Monday', '2026-10-26', member, undefined],
  ['the day before joining', '2026-10-13', member, 'before-joining'],
  ['a week-end before joining', '2026-10-11', member, 'before-joining'],
  ['a working day of somebody who has left', '2026-10-23', { ...member, is_active: false }, 'after-leaving'],
  ['the first day of the calendar', '0001-01-01', { ...member, joined_on: '0001-01-01' }, undefined],
])('%s', (_, date, expected, why) => expect(whyNotDue(expected, date)).toBe(why))
