import { render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Puts a page in the document as a browser does. Testing Library draws inside an `act` that nobody awaits: a page that
 * waits there for its texts React would draw no more.
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

/** What the browser tells the page, such as that it is offline; drawn when this returns, and not inside an `act` either. */
export const dispatch = (event: Event) => flushSync(() => void window.dispatchEvent(event))
