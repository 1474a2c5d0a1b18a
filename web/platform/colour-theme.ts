import { useSyncExternalStore } from 'react'
import { writeStored } from '../storage/local-storage.ts'

/**
 * Warning: `web/public/theme.js` also reads this key, before the first paint.
 * That script is a separate file, because the Content-Security-Policy allows no inline scripts.
 */
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
  // If the browser refuses to store the theme, it lasts until the page is left.
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

export const useTheme = () => useSyncExternalStore(subscribe, shown)
