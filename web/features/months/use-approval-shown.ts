import { useSyncExternalStore } from 'react'
import { formDraftKind } from '../../api/use-kept-form.ts'
import { beingWritten, onBeingWritten } from '../../lib/drafts/being-written.ts'

const isNoteWritten = () => beingWritten().includes(formDraftKind.name)

/** Returns whether a page shows the approval of months: if it is on, and until a begun note is sent or given up. */
export function useApprovalShown(isOn: boolean) {
  const isWriting = useSyncExternalStore(onBeingWritten, isNoteWritten)
  return isOn || isWriting
}
