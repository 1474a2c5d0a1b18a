import { expect, test } from 'vitest'
import { monthStates } from '#contract/months.ts'
import { actOf, canChangeTo, isOwnAct, isReopened } from './policy.ts'

test.each([
  ['open', ['submitted']],
  ['submitted', ['open', 'approved', 'returned']],
  ['returned', ['submitted']],
  ['approved', ['returned']],
  ['reopened', ['submitted']],
] as const)('a month that is %s can become %j', (is, becomes) => {
  const wanted = ['submitted', 'open', 'approved', 'returned'] as const
  expect(new Set(wanted.filter((state) => canChangeTo(is, state)))).toEqual(new Set(becomes))
})

test.each([
  ['submitted', 'submitted', 'its member'],
  ['open', 'withdrawn', 'its member'],
  ['approved', 'approved', 'an administrator'],
  ['returned', 'returned', 'an administrator'],
] as const)('changing a month to the state %s is the action %s of %s', (wanted, act, by) => {
  expect([actOf(wanted), isOwnAct(wanted)]).toEqual([act, by === 'its member'])
})

test('a report reopens a month that is submitted or approved', () => {
  expect(monthStates.filter(isReopened)).toEqual(['submitted', 'approved'])
})
