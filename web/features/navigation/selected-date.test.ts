import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useOpenEditor } from '../../storage/drafts/open-editors.ts'
import { useSelectedDate } from './selected-date.ts'

afterEach(() => history.replaceState(null, '', '/'))

const eve = '2026-10-23'
const morning = '2026-10-24'

/** Renders the hook while the member writes a text. Render it again without `isWriting` as if the text was sent. */
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

it('the selected day does not change at midnight while the member writes a text', () => {
  const { day, rerender } = open()
  rerender({ today: morning, isWriting: true })
  expect(day()).toBe(eve)
  rerender({ today: morning, isWriting: false })
  expect(day()).toBe(morning)
})

it('the member can select the new day after midnight while they write a text', () => {
  const { day, select, rerender } = open()
  rerender({ today: morning, isWriting: true })
  select(morning)
  expect(day()).toBe(morning)
  select(eve)
  expect(day()).toBe(eve)
  select(morning)
  expect(day()).toBe(morning)
})

it('a selected day that has begun in no time zone is replaced by today', () => {
  const { day, select } = open()
  select('9999-12-31')
  expect(day()).toBe(eve)
})
