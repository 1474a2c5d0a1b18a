/** True on a Mac, an iPhone or an iPad. */
export const apple = /Mac|iPhone|iPad/u.test(navigator.userAgent)

export const submitKeys = apple ? '⌘↵' : 'Ctrl ↵'

export const paletteKeys = apple ? '⌘K' : 'Ctrl K'

/** Returns the names of keys as they are on keyboards of the language. */
export const keysIn = (language: string, keys: string) => (language === 'de' ? keys.replace('Ctrl', 'Strg') : keys)

/** Returns whether Ctrl, or ⌘ on a Mac, is held. On a Mac, text fields use Ctrl+K themselves. */
export const holdsCommandKey = ({ metaKey, ctrlKey }: KeyboardEvent) =>
  apple ? metaKey && !ctrlKey : ctrlKey && !metaKey
