import { beforeEach, expect, it, vi } from 'vitest'
import { outboxOf, readOutbox, removeFromOutbox, setRefused, takeOlderOutbox } from './outbox.ts'

const user = 'Misaki'
const notes = outboxOf<{ text: string }>(
  'answers',
  (work) => typeof work?.text === 'string',
  () => 'lane',
)
const texts = () => notes.among(readOutbox(user)).map(({ work }) => work.text)
const add = (text: string) => void notes.add(user, { text })

beforeEach(() => localStorage.clear())

/** Does something while another tab acts between a read of the storage and the write after it. */
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
  ['refuses', (id: string) => setRefused(user, id, { isGone: false })],
  ['replaces', () => void notes.replace(user, { text: 'third' })],
  ['takes over', () => takeOlderOutbox(user)],
])('keeps an entry that another tab adds while this one %s one', (_, change) => {
  add('first')
  const { id } = readOutbox(user)[0]!
  whileOtherTab(
    () => add('of the other tab'),
    () => change(id),
  )
  expect(texts()).toContain('of the other tab')
})

it('takes over the list of an older version before what was added since, each entry once', () => {
  const older = ['0197f2a0-0000-7000-8000-000000000001', '0197f2a0-0000-7000-8000-000000000002'].map((id, index) => ({
    id,
    kind: 'answers',
    lane: 'answers:lane',
    work: { text: `older ${index}` },
    refused: index === 1 ? { isGone: true } : undefined,
  }))
  localStorage.setItem('asakai_outbox:misaki', JSON.stringify(['broken', ...older]))
  add('newer')
  takeOlderOutbox(user)
  takeOlderOutbox(user)
  expect(texts()).toEqual(['older 0', 'older 1', 'newer'])
  expect(readOutbox(user)[1]?.refused).toEqual({ isGone: true })
  expect(localStorage.getItem('asakai_outbox:misaki')).toBeNull()
})
