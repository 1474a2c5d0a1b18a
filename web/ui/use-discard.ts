import { useTranslations } from 'use-intl'
import { toast } from './toast.tsx'

/** The part of `useDraft` that a form needs to discard and restore its words. */
export type Discardable = { isWritten: boolean; discard: () => void; undo: () => void }

/**
 * Returns the handler of a form's Cancel button. It discards the words and offers an undo. Esc, the close button and a
 * press outside only close the form and keep its words (E5.15).
 * @param draft undefined: the form stores nothing
 * @param onReopen shows the form again; without it the words appear the next time the form is opened
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
