import { useEffect } from 'react'

const product = 'Asakai'

/** Names the page in the tab while it is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} - ${product}`
    return () => {
      document.title = product
    }
  }, [title])
}
