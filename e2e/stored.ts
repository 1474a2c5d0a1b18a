import type { Page } from '@playwright/test'

/** Returns everything that this browser has cached. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('asakai')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const reading = opening.result.transaction('kept').objectStore('kept').getAll()
    await new Promise((resolve) => (reading.onsuccess = resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })
