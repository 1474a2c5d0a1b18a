import { useTranslations } from 'use-intl'
import { toast } from './toast.tsx'

/** The functions of `useDraft` with which a form discards and restores its text. */
export type Discardable = { isWritten: boolean; discard: () => void; undo: () => void }

/**
 * Returns the handler of a form's Cancel button, which discards the text and offers an undo. Esc, the close button and
 * a press outside only close the form; the draft stays (E5.15).
 * @param draft undefined if the form stores no draft
 * @param onReopen opens the form again after an undo; without it, the text appears when the member opens the form
 */
export function useDiscard(draft: Discardable | undefined, onClose: () => void, onReopen?: () => void) {
  const shell = useTranslations('shell')
  const writing = useTranslations('writing')
  return () => {
    draft?.discard()
    onClose()
    if (!draft?.isWritten) return
    if (!onReopen) return toast.info(writing('draftDiscarded'), { label: writing('undo'), act: draft.undo })
    const resume = () => {
      draft.undo()
      onReopen()
    }
    toast.info(shell('editsLeft'), { label: shell('editsBack'), act: resume })
  }
}
