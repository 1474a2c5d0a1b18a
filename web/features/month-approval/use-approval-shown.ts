import { useSyncExternalStore } from 'react'
import { formDraftKind } from '../../api/use-kept-form.ts'
import { beingWritten, onBeingWritten } from '../../storage/drafts/being-written.ts'

const isNoteWritten = () => beingWritten().includes(formDraftKind.name)

/**
 * Returns whether a page shows the approval of months. If it is turned off, it stays until a note in progress is
 * finished.
 */
export function useApprovalShown(isOn: boolean) {
  const isWriting = useSyncExternalStore(onBeingWritten, isNoteWritten)
  return isOn || isWriting
}
