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

/** Waits until the observer has run and its timer has expired. */
const pass = () => vi.advanceTimersByTimeAsync(1_000)
const at = (id: string) => document.getElementById(id)!

test('the list gets the focus when the row of the focused button is removed', async () => {
  at('gone').focus()
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('UL')
})

test('the page gets the focus when the whole list is removed', async () => {
  at('gone').focus()
  document.querySelector('ul')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('the page gets the focus instead of a list that is as wide as the page', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  at('gone').focus()
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('a pressed button that does not take the focus is tracked, as in Safari', async () => {
  at('gone').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('gone').closest('li')!.remove()
  await pass()
  expect(document.activeElement?.tagName).toBe('UL')
})

test('a field that was disabled for a moment gets the focus back', async () => {
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

test('the nearest ancestor has the focus while the focused button is disabled', async () => {
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

test('a focus that a screen has already moved is not moved again', async () => {
  at('gone').focus()
  at('gone').closest('li')!.remove()
  at('other').focus()
  await pass()
  expect(document.activeElement).toBe(at('other'))
})
