import { useSyncExternalStore } from 'react'

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
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Where storage is refused the choice lasts until the page is left.
  }
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
