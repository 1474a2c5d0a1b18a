import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useResize } from './use-resize.ts'

test('useResize does not call back after its element was removed', () => {
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(onResize: () => void) {
        resize = onResize
      }
    },
  )
  const onResize = vi.fn()
  function Box() {
    const box = useRef<HTMLDivElement>(null)
    useResize(box, onResize, 0)
    return <div ref={box} />
  }
  const { unmount } = render(<Box />)
  onResize.mockClear()
  resize()
  unmount()
  resize()
  expect(onResize).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})
