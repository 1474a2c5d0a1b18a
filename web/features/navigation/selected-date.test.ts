import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useBeingWritten } from '../../lib/drafts/being-written.ts'
import { useSelectedDate } from './selected-date.ts'

afterEach(() => history.replaceState(null, '', '/'))

const eve = '2026-10-23'
const morning = '2026-10-24'

/** Shows the selected day to a member who writes, or does not. */
function open() {
  const { result, rerender } = renderHook(
    ({ today, isWriting }) => {
      useBeingWritten('comment', isWriting)
      return useSelectedDate(today)
    },
    { initialProps: { today: eve, isWriting: true } },
  )
  return { day: () => result.current[0], select: (date: string) => act(() => result.current[1](date)), rerender }
}

it('keeps the day on which somebody began to write, until they have sent it', () => {
  const { day, rerender } = open()
  rerender({ today: morning, isWriting: true })
  expect(day()).toBe(eve)
  rerender({ today: morning, isWriting: false })
  expect(day()).toBe(morning)
})

it('shows today after midnight once it is chosen, also while somebody writes', () => {
  const { day, select, rerender } = open()
  rerender({ today: morning, isWriting: true })
  select(morning)
  expect(day()).toBe(morning)
  select(eve)
  expect(day()).toBe(eve)
  select(morning)
  expect(day()).toBe(morning)
})

it('shows no day after today', () => {
  const { day, select } = open()
  select(morning)
  expect(day()).toBe(eve)
})
