import { beforeEach, expect, it, vi } from 'vitest'
import { outboxOf, readOutbox, removeFromOutbox, setRefused } from './outbox.ts'

const user = 'Misaki'
const notes = outboxOf<{ text: string }>(
  'answers',
  (work) => typeof work?.text === 'string',
  () => 'lane',
)
const texts = () => notes.among(readOutbox(user)).map(({ work }) => work.text)
const add = (text: string) => void notes.add(user, { text })

beforeEach(() => localStorage.clear())

/** Runs `act`. Between its first read of the storage and its next write, runs `actsToo`, as another tab could. */
function whileOtherTab(actsToo: () => void, act: () => void) {
  const storage = localStorage
  let isInterrupted = false
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      get: (_, name) => {
        if (name !== 'getItem') return Reflect.get(storage, name) as unknown
        return (key: string) => {
          const stored = storage.getItem(key)
          if (isInterrupted) return stored
          isInterrupted = true
          actsToo()
          return stored
        }
      },
    }),
  )
  act()
  vi.unstubAllGlobals()
  if (!isInterrupted) actsToo()
}

it.each([
  ['adds', () => add('second')],
  ['removes', (id: string) => removeFromOutbox(user, id)],
  ['rejects', (id: string) => setRefused(user, id, { isGone: false })],
  ['replaces', () => void notes.replace(user, { text: 'third' })],
])('an entry that another tab adds is not lost while this tab %s an entry', (_, change) => {
  add('first')
  const { id } = readOutbox(user)[0]!
  whileOtherTab(
    () => add('of the other tab'),
    () => change(id),
  )
  expect(texts()).toContain('of the other tab')
})
