/** How the keys that send a form are written on this machine. */
export const submitKeys = /Mac|iPhone|iPad/u.test(navigator.userAgent) ? '⌘↵' : 'Ctrl ↵'
