const prefix = 'asakai_tab_words:'

/** The text of a form, by field name. */
type TabForm = Readonly<Record<string, string>>

/** Returns the text of a form that this tab stores. Returns {} if the browser refuses its storage. */
export function readTabForm(form: string): TabForm {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? '{}')
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Stores the text of a form for this tab. The text survives a reload, and is deleted when the tab is closed. */
export function storeTabForm(form: string, words: TabForm) {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(words))
  } catch {
    // Without storage, a reload loses the text.
  }
}

/** Deletes the text of all forms, after a sign-in. */
export function forgetTabForm() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Without storage, there is no text to delete.
  }
}
