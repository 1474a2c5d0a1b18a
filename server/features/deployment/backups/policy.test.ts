import { expect, test } from 'vitest'
import { isBackupDue } from './policy.ts'

const inTokyo = (time: string) => new Date(`${time}+09:00`)
const isDue = (now: string, last?: string) => isBackupDue(inTokyo(now), last ? inTokyo(last) : undefined, 'Asia/Tokyo')

test('the first backup is due at once', () => {
  expect(isDue('2026-11-20T14:17:00')).toBe(true)
})

test('a backup is due once a night, and none during the day', () => {
  const last = '2026-11-20T03:17:00'
  expect(isDue('2026-11-20T03:47:00', last)).toBe(false)
  expect(isDue('2026-11-20T23:17:00', last)).toBe(false)
  expect(isDue('2026-11-21T02:17:00', last)).toBe(false)
  expect(isDue('2026-11-21T03:17:00', '2026-11-20T15:17:00')).toBe(false) // exactly twelve hours after the last backup
  expect(isDue('2026-11-21T03:17:00', last)).toBe(true)
})

test('a backup is due in the morning if the server was down at night', () => {
  expect(isDue('2026-11-21T09:17:00', '2026-11-20T03:17:00')).toBe(true)
  expect(isDue('2026-11-21T09:17:00', '2026-11-20T08:17:00')).toBe(false) // exactly 25 hours after the last backup
  expect(isDue('2026-11-21T09:17:00', '2026-11-20T08:16:59')).toBe(true)
})
