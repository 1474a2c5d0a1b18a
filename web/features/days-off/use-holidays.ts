import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Holiday } from '#contract/holidays.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import { deleteHoliday, saveHoliday } from './queries.ts'

/**
 * Returns functions that save and delete holidays, and then refetch the data that depends on them.
 * On failure, `keep` rejects and `remove` shows a toast.
 */
export function useHolidays() {
  const t = useTranslations('teamCalendar')
  const absences = useTranslations('absence')
  const writing = useTranslations('writing')
  const queries = useQueryClient()
  const reread = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [part] }) => part === 'calendar' || part === 'dashboard' })
  return {
    keep: async (holiday: Holiday, before?: Holiday) => {
      try {
        await saveHoliday(holiday, before)
      } finally {
        await reread() // also after a failure: the first of two requests may have succeeded
      }
    },
    remove: async (holiday: Holiday) => {
      try {
        await deleteHoliday(holiday.date)
      } catch (error) {
        return toast.error(t('holidayDeleteFailed'), error)
      }
      offerUndo(t('holidayDeleted', { name: holiday.name }), {
        label: writing('undo'),
        undo: () => saveHoliday(holiday).finally(() => void reread()),
        failed: () => absences('undoFailed'),
      })
      await reread()
    },
  }
}
