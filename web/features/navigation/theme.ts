import { useSyncExternalStore } from 'react'
import { writeStored } from '../../lib/local-storage.ts'

/** Read before the first paint, too: `web/public/theme.js`, a file since the Content-Security-Policy allows no inline script. */
const key = 'asakai_theme'
const dark = '(prefers-color-scheme: dark)'

export type Theme = 'light' | 'dark'

const shown = (): Theme => {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(dark).matches ? 'dark' : 'light'
}

export function chooseTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme
  // Where the browser keeps nothing, the choice lasts until the page is left.
  writeStored(key, theme)
}

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const media = matchMedia(dark)
  media.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
  }
}

/** The theme on the screen, chosen or the system's. */
export const useTheme = () => useSyncExternalStore(subscribe, shown)
