import type { Page } from '@playwright/test'

/** Everything that this browser keeps of what was read. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('asakai')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const reading = opening.result.transaction('kept').objectStore('kept').getAll()
    await new Promise((resolve) => (reading.onsuccess = resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })
