import { describe, expect, it } from 'vitest'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { hasBlocker, inReadingOrder, mayWrite, prefill, reportBy, rollOf } from './day.ts'

const report = (user_id: string, time: string, issues = '') =>
  ({ id: `r-${user_id}`, user_id, created_at: `2026-10-23T${time}:00+09:00`, issues }) as Report
const member = (id: string, is_active = true) => ({ id, is_active }) as User

const day = [report('b', '09:10'), report('a', '08:47', '困った'), report('ME', '09:02')]

it('puts my own report first, then the others by time', () => {
  expect(inReadingOrder(day, 'me').map(({ user_id }) => user_id)).toEqual(['ME', 'a', 'b'])
  expect(inReadingOrder(day, undefined).map(({ user_id }) => user_id)).toEqual(['a', 'ME', 'b'])
})

it('finds my report without regard to case', () => {
  expect(reportBy('me', day)?.id).toBe('r-ME')
  expect(reportBy('c', day)).toBeUndefined()
  expect(reportBy(undefined, day)).toBeUndefined()
})

it('calls the roll of active members in order of submission, the absent last', () => {
  const { present, absent } = rollOf([member('c'), member('me'), member('a'), member('gone', false), member('b')], day)
  expect(present.map(({ id }) => id)).toEqual(['a', 'me', 'b'])
  expect(absent.map(({ id }) => id)).toEqual(['c'])
})

it('takes white space for no blocker', () => {
  expect(day.filter(hasBlocker)).toHaveLength(1)
  expect(hasBlocker({ issues: ' \n ' })).toBe(false)
})

it('starts a new report from the plan and the blocker of the latest', () => {
  const latest = { yesterday_work: '古い', today_plan: '計画', issues: '困', blocker: '困' }
  expect(prefill(latest as never)).toEqual({ yesterday_work: '計画', today_plan: '計画', issues: '困' })
  expect(prefill(undefined)).toEqual({ yesterday_work: '', today_plan: '', issues: '' })
})

describe('the floating button', () => {
  const today = '2026-10-23'
  it.each([
    ['2026-10-23', undefined, true],
    ['2026-10-22', undefined, true],
    ['2026-10-21', undefined, false],
    ['2026-10-21', day[0], true],
    ['2020-01-01', day[0], true],
  ])('on %s with the report %#', (date, own, shown) => expect(mayWrite(date, today, own)).toBe(shown))
})
