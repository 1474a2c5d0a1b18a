import { topModal } from './modals.ts'

/**
 * Copies a text and returns whether that worked. If `navigator.clipboard` fails or is missing, as without https, uses
 * `execCommand`, which copies the selection.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement
  // Uses the dialog if a modal one is open, because text outside of it is inert and cannot be selected.
  const place = topModal() ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // keeps a phone's keyboard closed
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0;font-size:16px'
  place.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
