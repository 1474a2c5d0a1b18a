import type { KeyboardEvent } from 'react'
import { isImeKey } from '../platform/ime-key.ts'

/** Submits the form of a field by Ctrl+Enter or ⌘+Enter. Handles `keydown` of the form or of the field. */
export function submitByKeys(event: KeyboardEvent<HTMLElement>) {
  if (isImeKey(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.closest('form')?.requestSubmit()
}
