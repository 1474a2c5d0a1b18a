import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { expect, it, vi } from 'vitest'

const press = (key: string, altKey = false) =>
  ({ key, altKey, nativeEvent: {}, preventDefault: () => undefined }) as unknown as KeyboardEvent

it.each(['ArrowDown', 'ArrowUp', ' '])(
  'a choice is applied on a Mac after the key "%s" has opened the list',
  async (key) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
    const { useSettledChoice } = await import('./use-settled-choice.ts')
    const onChoose = vi.fn()
    const { result } = renderHook(() => useSettledChoice<string>('ja', onChoose))
    act(() => result.current.onKeyDown(press(key)))
    act(() => result.current.onChange('de'))
    expect(onChoose).toHaveBeenCalledWith('de', expect.any(Function))
  },
)

it('a letter typed in a list on a Mac chooses nothing until the list is left', async () => {
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
