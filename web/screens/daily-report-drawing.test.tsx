import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { members, open } from '../testing/daily-report.tsx'
import { report, standInServer } from '../testing/server.ts'

const rows = () => document.querySelectorAll('tr[id^="report-"]').length

const reports = Array.from({ length: 60 }, (_, number) =>
  report({ id: `${number}`, user_name: `早川 ${number}`, issues: number === 50 ? '検証環境が止まっている' : '' }),
)

const unread = reports.slice(0, 10).map(({ id, user_name }) => report({ id, user_name, read: false }))

/** What stands after the rows comes near, by hand: nothing is laid out here. */
let near: (() => void) | undefined
beforeEach(async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      told: IntersectionObserverCallback
      constructor(told: IntersectionObserverCallback) {
        this.told = told
      }
      observe(element: Element) {
        if (element.tagName === 'DIV')
          near = () => this.told([{ isIntersecting: true } as IntersectionObserverEntry], undefined!)
      }
      disconnect() {}
    },
  )
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('innerWidth', 1_440)
  standInServer({ members, reports })
})

const begin = async () => {
  open()
  await waitFor(() => expect(rows()).toBe(7))
}

it('draws the reports that a window shows, and more as somebody comes near their end', async () => {
  await begin()
  near?.()
  await waitFor(() => expect(rows()).toBe(17))
  near?.()
  await waitFor(() => expect(rows()).toBe(27))
})

it('draws the line of the read with the first of them', async () => {
  standInServer({ members, reports: [...reports.slice(10), ...unread] })
  await begin()
  expect(screen.queryByText('既読')).toBeNull()
  near?.()
  expect(await screen.findByText('既読')).toBeTruthy()
})

it.each([
  { key: 'f', ctrlKey: true },
  { key: 'F3' },
  { key: 'A', metaKey: true },
  { key: 'End' },
  { key: 'ArrowDown', metaKey: true },
])('draws all before the browser searches or selects the page, or goes to its end: %o', async (pressed) => {
  await begin()
  fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  expect(rows()).toBe(7)
  fireEvent.keyDown(document.body, pressed)
  expect(rows()).toBe(60)
})

it('draws all to be printed', async () => {
  await begin()
  window.dispatchEvent(new Event('beforeprint'))
  expect(rows()).toBe(60)
})

it('draws all where a blocker is looked for, and goes there', async () => {
  await begin()
  await userEvent.click(screen.getByRole('button', { name: '困りごと 1件' }))
  expect(document.activeElement?.textContent).toContain('検証環境が止まっている')
  await waitFor(() => expect(rows()).toBe(60))
})

it('draws the rest once nothing else is to be done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await begin()
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(rows()).toBe(60))
})
