import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Absence } from '#contract/absences.ts'
import { ApiError } from '../../api/errors.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { formatDays } from '../../dates/format-date.ts'
import { toast } from '../../ui/toast.tsx'
import { deleteAbsence, saveAbsence } from './queries.ts'

/**
 * Returns functions that add and remove days off. Each shows a toast with an undo.
 * On failure, `take` rejects and `end` shows a toast.
 */
export function useAbsences() {
  const t = useTranslations('absence')
  const writing = useTranslations('writing')
  const language = useLocale()
  const queries = useQueryClient()

  const reread = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [part] }) => part === 'calendar' || part === 'dashboard' })
  const say = (sentence: string, undo: () => Promise<unknown>) => {
    offerUndo(sentence, {
      label: writing('undo'),
      undo: () => undo().finally(() => void reread()),
      failed: () => t('undoFailed'),
    })
    return reread()
  }

  return {
    /** @param before the absence that is changed */
    take: async (absence: Absence, before?: Absence) => {
      const replaced = await saveAbsence(absence)
      const { from, until, half } = absence
      await say(t('taken', { kind: half ?? 'all', days: formatDays(language, from, until) }), async () => {
        // Delete the merged absence first. Otherwise the server would merge the restored absences into it.
        await deleteAbsence(absence.id).catch(unlessGone)
        await Promise.all([before ?? [], ...replaced].flat().map(saveAbsence))
      })
    },
    end: async (absence: Absence) => {
      try {
        await deleteAbsence(absence.id)
      } catch (error) {
        return toast.error(t('endFailed'), error)
      }
      await say(t('ended', { days: formatDays(language, absence.from, absence.until) }), () => saveAbsence(absence))
    },
  }
}

/** Ignores `not_found`: a first attempt of the undo may have deleted the absence already. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
}
