const prefix = 'asakai_tab_words:'

/** The names and the email address typed into a form, by field name. */
type TabForm = Readonly<Record<string, string>>

/** Returns the words of a form that this tab stores. Returns {} if the browser refuses its storage. */
export function readTabForm(form: string): TabForm {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? '{}')
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Stores the words of a form for this tab. They survive a reload and are deleted with the tab. */
export function storeTabForm(form: string, words: TabForm) {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(words))
  } catch {
    // Without storage, the words are lost with the page.
  }
}

/** Deletes the words of all forms, after a sign-in. */
export function forgetTabForm() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Without storage, no words were stored.
  }
}
