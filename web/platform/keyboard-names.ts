/** True on a Mac, an iPhone or an iPad. */
export const apple = /Mac|iPhone|iPad/u.test(navigator.userAgent)

export const submitKeys = apple ? '⌘↵' : 'Ctrl ↵'

export const paletteKeys = apple ? '⌘K' : 'Ctrl K'

/** Returns the keys as keyboards of the language name them. */
export const keysIn = (language: string, keys: string) => (language === 'de' ? keys.replace('Ctrl', 'Strg') : keys)

/** Returns whether the event holds this machine's command key. On a Mac, Ctrl+K belongs to the text fields. */
export const holdsCommandKey = ({ metaKey, ctrlKey }: KeyboardEvent) =>
  apple ? metaKey && !ctrlKey : ctrlKey && !metaKey
