import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queueAllPressed } from '../storage/drafts/open-editors.ts'
import { readOutbox } from '../storage/outbox.ts'
import { actFor } from './session.ts'
import { formDrafts, useStoredForm } from './use-stored-form.ts'

const key = formDrafts.key('misaki', 'form')
const start = { name: '', email: '', password: '' }
const written = { name: '早川', email: 'ren@example.com', password: 'secret' }
type Name = keyof typeof start

beforeEach(() => localStorage.clear())

it.each<Name[]>([
  ['name', 'email'],
  ['email', 'name'],
  ['name', 'password'],
  ['password', 'name'],
  ['name', 'email', 'password'],
])('a stored form keeps both edits if one event changes the fields %s and %s', (...names) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { result } = renderHook(() =>
    useStoredForm({ key, secrets: ['password'], start, check: () => ({}), send: () => Promise.resolve() }),
  )
  act(() => {
    for (const name of names) {
      result.current.field(name).onChange(written[name])
      vi.advanceTimersByTime(1)
    }
  })
  const expected = { ...start, ...Object.fromEntries(names.map((name) => [name, written[name]])) }
  expect(result.current.words).toEqual(expected)
  expect(result.current.draft.conflict).toBeUndefined()
  const { password: _password, ...stored } = expected
  expect(formDrafts.read(key)?.fields).toEqual(stored)
  vi.useRealTimers()
})

it.each([
  ['without a secret is queued', { name: '早川' }, true],
  ['with a typed secret is not queued', { name: '早川', password: 'secret' }, false],
])('a submitted form %s when the page is left for a sign-in elsewhere', async (_, words, isQueued) => {
  actFor('misaki')
  function Form() {
    const { props, field } = useStoredForm({
      key,
      secrets: ['password'],
      start,
      check: () => ({}),
      send: () => new Promise(() => undefined),
      later: ({ name }) => ({ method: 'PUT', path: '/things/1', body: { name } }),
    })
    return (
      <form {...props}>
        {(['name', 'email', 'password'] as const).map((name) => (
          <input key={name} aria-label={name} {...field(name)} onChange={(e) => field(name).onChange(e.target.value)} />
        ))}
        <button type="submit">send</button>
      </form>
    )
  }
  render(<Form />)
  for (const [name, value] of Object.entries(words))
    act(() => void fireEvent.change(screen.getByLabelText(name), { target: { value } }))
  act(queueAllPressed)
  expect(readOutbox('misaki')).toEqual([]) // the form was not submitted
  await act(async () => void fireEvent.click(screen.getByText('send')))
  act(queueAllPressed)
  const work = { method: 'PUT', path: '/things/1', body: { name: '早川' }, text: '早川' }
  expect(readOutbox('misaki')).toMatchObject(isQueued ? [{ kind: 'write', work }] : [])
  expect(formDrafts.read(key) === undefined).toBe(isQueued)
  actFor(undefined)
})
