import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<main tabindex="-1">
    <ul><li><button id="gone">削除</button></li><li><button id="other">別</button></li></ul>
    <input id="field" /></main>`
  end = keepFocus()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

/** Lets the observer run and its timer expire. */
const pass = () => vi.advanceTimersByTimeAsync(1_000)
const at = (id: string) => document.getElementById(id)!

test('focuses the list when the row of the pressed button leaves', async () => {
  at('gone').focus()
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('UL')
})

test('focuses the page when the whole list leaves', async () => {
  at('gone').focus()
  document.querySelector('ul')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('focuses the page instead of an element that is as wide', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  at('gone').focus()
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('tracks a pressed button that does not take the focus, as in Safari', async () => {
  at('gone').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('UL')
})

test('returns the focus to a field that was disabled for a moment', async () => {
  const field = at('field') as HTMLInputElement
  field.focus()
  field.blur() // the test DOM does not blur a disabled field
  field.disabled = true
  await vi.advanceTimersByTimeAsync(200)
  expect(document.activeElement).toBe(document.body)
  field.disabled = false
  await pass()
  expect(document.activeElement).toBe(field)
})

test('focuses the nearest ancestor while a button is disabled, and then the button again', async () => {
  const button = at('gone') as HTMLButtonElement
  button.focus()
  button.blur()
  button.disabled = true
  await pass()
  await pass()
  expect(document.activeElement?.tagName).toBe('LI')
  button.disabled = false
  await pass()
  expect(document.activeElement).toBe(button)
})

test('does not move the focus after a screen has moved it', async () => {
  at('gone').focus()
  at('gone').closest('li')!.remove()
  at('other').focus()
  await pass()
  expect(document.activeElement).toBe(at('other'))
})
