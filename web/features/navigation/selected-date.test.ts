import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useOpenEditor } from '../../storage/drafts/open-editors.ts'
import { useSelectedDate } from './selected-date.ts'

afterEach(() => history.replaceState(null, '', '/'))

const eve = '2026-10-23'
const morning = '2026-10-24'

/** Renders the selected day while the member is writing. Rerender without `isWriting` after they have sent the text. */
function open() {
  const { result, rerender } = renderHook(
    ({ today, isWriting }) => {
      useOpenEditor('comment', isWriting)
      return useSelectedDate(today)
    },
    { initialProps: { today: eve, isWriting: true } },
  )
  return { day: () => result.current[0], select: (date: string) => act(() => result.current[1](date)), rerender }
}

it('keeps the day on which the member began to write, until they have sent the text', () => {
  const { day, rerender } = open()
  rerender({ today: morning, isWriting: true })
  expect(day()).toBe(eve)
  rerender({ today: morning, isWriting: false })
  expect(day()).toBe(morning)
})

it('shows today after midnight once the member selects it, even while they write', () => {
  const { day, select, rerender } = open()
  rerender({ today: morning, isWriting: true })
  select(morning)
  expect(day()).toBe(morning)
  select(eve)
  expect(day()).toBe(eve)
  select(morning)
  expect(day()).toBe(morning)
})

it('shows today instead of a day that has begun nowhere', () => {
  const { day, select } = open()
  select('9999-12-31')
  expect(day()).toBe(eve)
})
