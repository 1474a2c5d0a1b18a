import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { expect, it, vi } from 'vitest'

const press = (key: string, altKey = false) =>
  ({ key, altKey, nativeEvent: {}, preventDefault: () => undefined }) as unknown as KeyboardEvent

it.each(['ArrowDown', 'ArrowUp', ' '])('accepts a choice from the list that %s opens on a Mac', async (key) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
  const { useSettledChoice } = await import('./use-settled-choice.ts')
  const onChoose = vi.fn()
  const { result } = renderHook(() => useSettledChoice<string>('ja', onChoose))
  act(() => result.current.onKeyDown(press(key)))
  act(() => result.current.onChange('de'))
  expect(onChoose).toHaveBeenCalledWith('de', expect.any(Function))
})

it('a letter typed on a Mac chooses nothing until the field is left', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
  const { useSettledChoice } = await import('./use-settled-choice.ts')
  const onChoose = vi.fn()
  const { result } = renderHook(() => useSettledChoice<string>('ja', onChoose))
  act(() => result.current.onKeyDown(press('d')))
  act(() => result.current.onChange('de'))
  expect(onChoose).not.toHaveBeenCalled()
  act(() => result.current.onBlur())
  expect(onChoose).toHaveBeenCalled()
})
