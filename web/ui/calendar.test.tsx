import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import type { FirstDay } from '../dates/dates.ts'
import ja from '../../locales/ja.json' with { type: 'json' }
import { Calendar } from './calendar.tsx'
import { useDayFocus } from './use-day-focus.ts'

const today = '2026-10-23'
const chosen: string[] = []

function Sample({
  language = 'ja',
  firstDay = 0,
  onTurn,
}: {
  language?: Language
  firstDay?: FirstDay
  onTurn?: (date: string) => void
}) {
  const [selected, setSelected] = useState(today)
  const select = (date: string) => {
    chosen.push(date)
    setSelected(date)
  }
  return (
    <IntlProvider locale={language} messages={{ calendar: ja.calendar }}>
      <Calendar
        days={useDayFocus(selected, today, firstDay)}
        firstDay={firstDay}
        today={today}
        latest={today}
        selected={selected}
        dotted={new Set(['2026-10-22'])}
        {...{ onTurn, onSelect: select }}
      />
    </IntlProvider>
  )
}

const days = () => screen.getAllByRole('gridcell').map((cell) => cell.querySelector('button')!)
const focused = () => (document.activeElement as HTMLElement).dataset['date']
afterEach(() => {
  chosen.length = 0
})

it('the calendar shows 42 days, and disables those after today', () => {
  render(<Sample />)
  expect(days()).toHaveLength(42)
  expect(
    days()
      .filter(({ disabled }) => disabled)
      .map(({ dataset }) => dataset['date']),
  ).toEqual(expect.arrayContaining(['2026-10-24', '2026-11-07']))
  expect(screen.getByRole('button', { name: '2026年10月22日木曜日, 日報あり' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '次の月' }).disabled).toBe(true)
})

it.each(languages)('the calendar starts the week on Sunday in the language %s', (language) => {
  render(<Sample language={language} />)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toHaveLength(7)
  expect(new Set(heads).size).toBe(7)
  expect(days()[0]!.dataset['date']).toBe('2026-09-27')
})

it('arrow keys move in the calendar, but never past today', async () => {
  render(<Sample />)
  expect(days().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  days()
    .find(({ tabIndex }) => tabIndex === 0)!
    .focus()
  for (const [key, date] of [
    ['ArrowRight', today],
    ['ArrowDown', today],
    ['PageDown', today],
    ['ArrowLeft', '2026-10-22'],
    ['ArrowUp', '2026-10-15'],
    ['Home', '2026-10-11'],
    ['End', '2026-10-17'],
    ['PageUp', '2026-09-17'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect([key, focused()]).toEqual([key, date])
  }
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual(['2026-09-17'])
})

it('the calendar and its keys start the week on Monday if the member chose so', async () => {
  render(<Sample language="en" firstDay={1} />)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun',
  ]) // prettier-ignore
  expect([days()[0]!.dataset['date'], days()[41]!.dataset['date']]).toEqual(['2026-09-28', '2026-11-08'])
  days()
    .find(({ tabIndex }) => tabIndex === 0)!
    .focus()
  for (const [key, date] of [
    ['Home', '2026-10-19'],
    ['ArrowLeft', '2026-10-18'], // a Sunday, the last day of a week from Monday
    ['End', '2026-10-18'],
    ['Home', '2026-10-12'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect([key, focused()]).toEqual([key, date])
  }
})

it('the calendar keeps the day of the month when the month changes, up to today', async () => {
  render(<Sample onTurn={(date) => chosen.push(date)} />)
  await userEvent.click(screen.getByRole('button', { name: '前の月' }))
  await userEvent.click(screen.getByRole('button', { name: '2026年9月30日水曜日' }))
  await userEvent.click(screen.getByRole('button', { name: '次の月' }))
  expect(chosen).toEqual(['2026-09-23', '2026-09-30', today])
})

it('the calendar can turn to other months and return to today', async () => {
  render(<Sample />)
  await userEvent.click(screen.getByRole('button', { name: '前の月' }))
  expect(screen.getByRole('heading').textContent).toBe('2026年9月')
  await userEvent.click(screen.getByRole('button', { name: '次の月' }))
  await userEvent.click(screen.getByRole('button', { name: '前の月' }))
  await userEvent.click(screen.getByRole('button', { name: '今日' }))
  expect(screen.getByRole('heading').textContent).toBe('2026年10月')
  expect(chosen).toEqual([today])
})
