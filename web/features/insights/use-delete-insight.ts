import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import { isGone, useInsightRemoval } from './queries.ts'
import { mainElement } from '../../platform/main-element.ts'

/**
 * Deletes one of the member's insights at once and offers an undo.
 * The undo posts the same text under the same id, which restores the insight completely.
 */
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
      // If the insight was already deleted elsewhere, this page has no work to do and no deletion to undo.
      if (!isGone(error)) toast.error(t('deleteFailed'), error)
      return
    }
    // The row with the pressed button is gone, so focus the main content, unless the member has moved the focus.
    if (document.activeElement === pressed || document.activeElement === document.body) mainElement()?.focus()
    offerUndo(t('deleted'), { label: writing('undo'), undo: () => undo(insight), failed: () => t('undoFailed') })
  }
}
