import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import { isGone, useInsightRemoval } from './queries.ts'
import { mainElement } from '../../lib/main-element.ts'

/** Deletes an insight of mine at once, and offers the way back: the same words under the same id, by which it is as it was. */
export function useDeleteInsight() {
  const t = useTranslations('insights')
  const writing = useTranslations('writing')
  const { remove, restore } = useInsightRemoval()

  const undo = async (insight: Insight) => {
    await restore(insight)
    toast.success(t('deleteUndone'))
  }
  return async (insight: Insight) => {
    const pressed = document.activeElement
    try {
      await remove(insight)
    } catch (error) {
      // Deleted elsewhere: nothing is left to do, and nothing is this screen's to take back.
      if (!isGone(error)) toast.error(t('deleteFailed'), error)
      return
    }
    // The row leaves with what was pressed in it: the content takes the focus, unless it is elsewhere by now.
    if (document.activeElement === pressed || document.activeElement === document.body) mainElement()?.focus()
    offerUndo(t('deleted'), { label: writing('undo'), undo: () => undo(insight), failed: () => t('undoFailed') })
  }
}
