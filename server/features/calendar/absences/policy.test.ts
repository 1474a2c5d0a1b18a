import { expect, test } from 'vitest'
import { merged } from './policy.ts'

const absence = (id: string, from: string, until: string, half: 'morning' | 'afternoon' | null = null) => ({
  id,
  user_id: 'ren',
  from,
  until,
  half,
})
const asked = absence('asked', '2026-10-20', '2026-10-23')
const morning = absence('asked', '2026-10-20', '2026-10-20', 'morning')

test.each([
  ['alone', asked, [], asked],
  ['of half a day, alone', morning, [], morning],
  ['with an earlier one that overlaps', asked, [absence('a', '2026-10-17', '2026-10-20')], { from: '2026-10-17' }],
  ['with a later one that overlaps', asked, [absence('a', '2026-10-23', '2026-11-02')], { until: '2026-11-02' }],
  ['with a shorter one within it', asked, [absence('a', '2026-10-21', '2026-10-22')], asked],
  [
    'within a longer one',
    asked,
    [absence('a', '2026-09-30', '2027-01-04')],
    { from: '2026-09-30', until: '2027-01-04' },
  ],
  [
    'between two, the later one first',
    asked,
    [absence('b', '2026-10-23', '2026-10-26'), absence('a', '2026-10-19', '2026-10-20')],
    { from: '2026-10-19', until: '2026-10-26' },
  ],
  ['with the same half of its day', morning, [absence('a', '2026-10-20', '2026-10-20', 'morning')], morning],
  ['with the other half', morning, [absence('a', '2026-10-20', '2026-10-20', 'afternoon')], { half: null }],
  [
    'with the same half and the other',
    morning,
    [absence('a', '2026-10-20', '2026-10-20', 'morning'), absence('b', '2026-10-20', '2026-10-20', 'afternoon')],
    { half: null },
  ],
  [
    'with the whole of its day',
    morning,
    [absence('a', '2026-10-20', '2026-10-21')],
    { until: '2026-10-21', half: null },
  ],
  ['with half of one of its days', asked, [absence('a', '2026-10-20', '2026-10-20', 'morning')], asked],
])('a new absence %s gets the expected days', (_what, one, overlapping, all) => {
  expect(merged(one, overlapping)).toEqual({ ...one, ...all })
})
