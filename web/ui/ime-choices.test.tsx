import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSettledChoice } from '../hooks/use-settled-choice.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/** The events of Chromium and Safari for a key that an input method handles. */
const composed = [
  ['Chromium', { isComposing: true }],
  ['Safari', { keyCode: 229 }],
] as const

test.each(composed)('a Z that an input method handles undoes nothing, as %s sends the key', (_, of) => {
  const undo = vi.fn<() => void>()
  renderHook(() => useUndoKeys(undo, () => {}))
  act(() => void fireEvent.keyDown(document.body, { key: 'z', ...of }))
  expect(undo).not.toHaveBeenCalled()
  act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  expect(undo).toHaveBeenCalledTimes(1)
})

function Choice({ onChoose }: { onChoose: (value: string) => void }) {
  const { onChange, ...choice } = useSettledChoice<string>('ja', onChoose)
  return (
    <select {...choice} onChange={({ target }) => onChange(target.value)}>
      <option>ja</option>
      <option>de</option>
    </select>
  )
}

test.each(composed)('an Enter that an input method handles chooses no language, as %s sends the key', (_, of) => {
  const onChoose = vi.fn<(value: string) => void>()
  render(<Choice onChoose={onChoose} />)
  const select = screen.getByRole('combobox')
  act(() => void fireEvent.keyDown(select, { key: 'ArrowDown' }))
  act(() => void fireEvent.change(select, { target: { value: 'de' } }))
  act(() => void fireEvent.keyDown(select, { key: 'Enter', ...of }))
  expect(onChoose).not.toHaveBeenCalled()
  act(() => void fireEvent.keyDown(select, { key: 'Enter' }))
  expect(onChoose).toHaveBeenCalledTimes(1)
})
