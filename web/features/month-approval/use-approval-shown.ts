import { useSyncExternalStore } from 'react'
import { formDraftKind } from '../../api/use-stored-form.ts'
import { openEditors, onOpenEditors } from '../../storage/drafts/open-editors.ts'

const isNoteWritten = () => openEditors().includes(formDraftKind.name)

/**
 * Returns whether a page shows the approval of months. If the approval is turned off while the member writes a note,
 * the page still shows it until the member has finished the note.
 */
export function useApprovalShown(isOn: boolean) {
  const isWriting = useSyncExternalStore(onOpenEditors, isNoteWritten)
  return isOn || isWriting
}
