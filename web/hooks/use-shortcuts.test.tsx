import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from './use-shortcuts.ts'

function setUp(type: string) {
  const acts = { n: vi.fn(), arrowleft: vi.fn(), enter: vi.fn(), ' ': vi.fn() }
  function Page() {
    useShortcuts(acts)
    return <input type={type} data-testid="control" />
  }
  render(<Page />)
  screen.getByTestId('control').focus()
  return acts
}

test.each(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])(
  'a single-key shortcut except Space and Enter works in an input of type %s',
  async (type) => {
    const acts = setUp(type)
    await userEvent.keyboard('n {Enter}')
    expect(acts.n).toHaveBeenCalledOnce()
    expect(acts[' ']).not.toHaveBeenCalled()
    expect(acts.enter).not.toHaveBeenCalled()
  },
)

test.each([
  ['radio', 0],
  ['range', 0],
  ['checkbox', 1],
])('an arrow key in an input of type %s triggers its shortcut %d times', async (type, times) => {
  const acts = setUp(type)
  await userEvent.keyboard('{ArrowLeft}')
  expect(acts.arrowleft).toHaveBeenCalledTimes(times)
})

test.each(['text', 'search', 'email', 'password', 'url', 'tel', 'number', 'date', 'month', 'time'])(
  'a single key triggers no shortcut while an input of type %s has the focus',
  async (type) => {
    const acts = setUp(type)
    await userEvent.keyboard('n')
    expect(acts.n).not.toHaveBeenCalled()
  },
)
