import { useSyncExternalStore } from 'react'
import { formDraftKind } from '../../api/use-stored-form.ts'
import { openEditors, onOpenEditors } from '../../storage/drafts/open-editors.ts'

const isNoteWritten = () => openEditors().includes(formDraftKind.name)

/**
 * Returns whether a page shows the approval of months. If the approval is turned off while a member writes a note, the
 * page shows it until the note is finished.
 */
export function useApprovalShown(isOn: boolean) {
  const isWriting = useSyncExternalStore(onOpenEditors, isNoteWritten)
  return isOn || isWriting
}
