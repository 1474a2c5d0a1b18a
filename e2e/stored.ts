import type { Page } from '@playwright/test'

export const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('asakai')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const reading = opening.result.transaction('kept').objectStore('kept').getAll()
    await new Promise((resolve) => (reading.onsuccess = resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })
