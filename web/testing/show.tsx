import { render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Renders a page as a browser does. Testing Library renders inside an `act` without `await`. A page that waits for its
 * texts would never be rendered there.
 */
export function show(page: ReactNode) {
  let draw = (_page: ReactNode) => {}
  function Page() {
    const [shown, setShown] = useState<ReactNode>()
    draw = setShown
    return shown
  }
  const { container, unmount } = render(<Page />)
  flushSync(() => draw(page))
  return { container, unmount }
}

/** Dispatches a browser event, such as going offline, outside of `act`. The page is rendered when this returns. */
export const dispatch = (event: Event) => flushSync(() => void window.dispatchEvent(event))
