/** Whether this is a Mac, an iPhone or an iPad. */
export const apple = /Mac|iPhone|iPad/u.test(navigator.userAgent)

/** How the keys that send a form are written on this machine. */
export const submitKeys = apple ? '⌘↵' : 'Ctrl ↵'

/** How the keys that open the command palette are written on this machine. */
export const paletteKeys = apple ? '⌘K' : 'Ctrl K'

/** Whether an event holds this machine's command key; on a Mac Ctrl+K belongs to the text fields. */
export const holdsCommandKey = ({ metaKey, ctrlKey }: KeyboardEvent) =>
  apple ? metaKey && !ctrlKey : ctrlKey && !metaKey
