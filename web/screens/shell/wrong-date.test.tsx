import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { eachOnTheDay, openApp } from '../../testing/app.tsx'

eachOnTheDay()

it.each(['2027-03-01', '2026-02-31', 'abc'])(
  'the page says that the day %s of the URL cannot be shown',
  async (date) => {
    await openApp(`/?date=${date}&thread=some`)
    expect(
      await screen.findByText('その日付は存在しないか、まだ来ていません。今日の日報を表示しています。'),
    ).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('10月23日金曜日')
    await waitFor(() => expect(location.search).toBe('?thread=some'))
  },
)

it.each(['2026-10-22', '2026-10-23'])('the day %s can be shown and stays in the URL', async (date) => {
  await openApp(`/?date=${date}`)
  await screen.findByRole('heading', { level: 1 })
  expect(location.search).toBe(`?date=${date}`)
})
