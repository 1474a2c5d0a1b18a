import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { useForm } from './use-form.ts'

type Words = { name: string; email: string; terms: boolean }

/** A fake server. The test decides the response to a submit while the request is pending. */
function server() {
  const sent: Words[] = []
  let settle: { resolve: (answer: string) => void; reject: (error: unknown) => void } | undefined
  const send = (words: Words) => {
    sent.push(words)
    return new Promise<string>((resolve, reject) => (settle = { resolve, reject }))
  }
  const answer = (said: string) => act(async () => settle?.resolve(said))
  const refuse = (error: unknown) => act(async () => settle?.reject(error))
  return { sent, send, answer, refuse }
}

type Callbacks = Pick<Parameters<typeof useForm<Words, string>>[0], 'check' | 'onSent' | 'onFailed' | 'onChange'>

function open({ check = () => ({}), ...callbacks }: Partial<Callbacks> = {}) {
  const { send, ...rest } = server()
  function Form() {
    const { busy, failure, props, field } = useForm({
      start: { name: '', email: '', terms: false },
      check,
      send,
      fieldOf: { email_taken: 'email', wrong_password: 'name' },
      ...callbacks,
    })
    const terms = field('terms')
    return (
      <form {...props} aria-label="form">
        <p role="alert">{failure instanceof Error && failure.message}</p>
        {/* The email field comes first, although its key is the second one. */}
        {(['email', 'name'] as const).map((name) => {
          const { value, error, readOnly, onChange } = field(name)
          return (
            <label key={name}>
              {name}
              <input name={name} value={value} readOnly={readOnly} onChange={({ target }) => onChange(target.value)} />
              {error && <span>{error}</span>}
            </label>
          )
        })}
        <input type="checkbox" checked={terms.value} onChange={({ target }) => terms.onChange(target.checked)} />
        <button type="submit" disabled={busy}>
          send
        </button>
      </form>
    )
  }
  function Page() {
    const [isShown, setShown] = useState(true)
    return (
      <>
        {isShown && <Form />}
        <button type="button" onClick={() => setShown(false)}>
          leave
        </button>
      </>
    )
  }
  render(<Page />)
  return { ...rest, user: userEvent.setup() }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`, 'u') })
const press = (name: string) => screen.getByRole('button', { name })
const problem = (code: 'email_taken' | 'wrong_password' | 'busy', message: string, errors: [string, string][] = []) =>
  new ApiError(409, message, {
    code,
    message,
    errors: errors.map(([field, message]) => ({ field, code: 'taken', message })),
  })

test('a submit with invalid fields sends nothing and focuses the first of them', async () => {
  const { user, sent } = open({ check: () => ({ name: 'no name', email: 'no email' }) })
  await user.click(press('send'))
  expect(screen.getByText('no name')).toBeTruthy()
  expect(document.activeElement).toBe(field('email'))
  expect(sent).toEqual([])
  await user.type(field('email'), 'a')
  expect(screen.queryByText('no email')).toBeNull()
  expect(screen.getByText('no name')).toBeTruthy()
})

test('a form submits once, and its fields are read-only during the request', async () => {
  const { user, sent, answer } = open()
  await user.type(field('name'), 'Ren{Enter}{Enter}')
  expect(field('name').readOnly).toBe(true)
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('checkbox'))
  await user.type(field('name'), '{Enter}')
  expect(sent).toEqual([{ name: 'Ren', email: '', terms: false }])
  await answer('done')
  expect(field('name').readOnly).toBe(false)
})

test.each([
  ['that the server names', problem('busy', 'refused', [['name', 'taken']]), 'name', 'taken'],
  ['that the error code belongs to', problem('email_taken', 'taken already'), 'email', 'taken already'],
])('a rejection is shown at the field %s, and the typed text stays', async (_, error, name, sentence) => {
  const onFailed = vi.fn<(error: unknown) => void>()
  const { user, refuse } = open({ onFailed })
  await user.type(field('name'), 'Ren')
  await user.click(press('send'))
  await refuse(error)
  expect(screen.getByText(sentence).closest('label')).toBe(field(name).closest('label'))
  expect(document.activeElement).toBe(field(name))
  expect(field('name').value).toBe('Ren')
  expect(onFailed).not.toHaveBeenCalled()
})

test.each([
  ['no field', new TypeError('Failed to fetch')],
  ['a field that is not on the page', problem('busy', 'refused', [['elsewhere', 'wrong']])],
])('a rejection about %s is shown as a general failure until the next edit', async (_, error) => {
  const onFailed = vi.fn<(error: unknown) => void>()
  const { user, refuse } = open({ onFailed })
  await user.type(field('name'), 'Ren{Enter}')
  await refuse(error)
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(error)
  expect(screen.getByRole('alert').textContent).toBe(error.message)
  await user.type(field('name'), '!')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(field('name').value).toBe('Ren!')
})

test('onSent is called after a submit unless the form was removed from the page', async () => {
  const onSent = vi.fn<(answer: string) => void>()
  const { user, sent, answer } = open({ onSent })
  await user.click(press('send'))
  await answer('first')
  await user.click(press('send'))
  await user.click(press('leave'))
  await answer('second')
  expect(sent).toHaveLength(2)
  expect(onSent.mock.calls).toEqual([['first']])
})

test('onChange is called on every edit of the form', async () => {
  const seen: Words[] = []
  const { user } = open({ onChange: (words) => seen.push(words) })
  await user.type(field('name'), 'R')
  await user.click(screen.getByRole('checkbox'))
  expect(seen.at(-1)).toEqual({ name: 'R', email: '', terms: true })
})
