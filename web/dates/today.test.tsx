import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OwnZone, useDeviceToday, useToday } from './today.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-10-23T22:30:00Z') }))
afterEach(() => void vi.useRealTimers())

function Days() {
  return `${useToday()} ${useDeviceToday()}`
}
const shown = (zone: string | null | undefined) => (
  <OwnZone value={zone}>
    <p>
      <Days />
    </p>
  </OwnZone>
)
const days = () => screen.getByText(/^2026/u).textContent.split(' ')
const local = () => new Date().toLocaleDateString('sv')

it("today is the day in the member's time zone, or in the browser's zone if the member has none", () => {
  const { rerender } = render(shown('Asia/Tokyo'))
  expect(days()).toEqual(['2026-10-24', local()])
  rerender(shown('America/Los_Angeles'))
  expect(days()).toEqual(['2026-10-23', local()])
  rerender(shown(null))
  expect(days()).toEqual([local(), local()])
})

it("today is the browser's day if the browser does not know the member's time zone", () => {
  render(shown('Moon/Tranquillity'))
  expect(days()).toEqual([local(), local()])
})

it.each([
  ['Europe/Paris', 23.5 * 60],
  ['Asia/Kathmandu', 19.75 * 60],
  ['America/St_Johns', 4 * 60],
])('today changes at midnight in the time zone %s', (zone, minutes) => {
  render(shown(zone))
  const before = days()[0]
  act(() => void vi.advanceTimersByTime(minutes * 60_000 - 1))
  expect(days()[0]).toBe(before)
  act(() => void vi.advanceTimersByTime(100))
  expect(days()[0]).not.toBe(before)
})
