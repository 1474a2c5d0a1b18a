const prefix = 'asakai_tab_words:'

/** The names and the email address of a form, by the names of its fields. */
type TabWords = Readonly<Record<string, string>>

/** Returns the words that this tab keeps of a form. Returns {} if the browser refuses its storage. */
export function readTabWords(form: string): TabWords {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? '{}')
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Keeps the words of a form in this tab: they outlive a reload, and end with the tab. */
export function keepTabWords(form: string, words: TabWords) {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(words))
  } catch {
    // Without storage the words end with the page.
  }
}

/** Forgets the words of all forms, because somebody has logged in. */
export function forgetTabWords() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
