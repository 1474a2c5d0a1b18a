import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me, Settings } from '#contract/users.ts'
import { toast } from '../../ui/toast.tsx'
import { useSaveSettings } from './queries.ts'

/**
 * Returns the member's settings with pending changes. Changes are shown at once and rolled back if the server rejects
 * them.
 * @param onSaved receives the member with the saved settings
 */
export function useSettings(user: Me, onSaved: (user: Me) => void) {
  const t = useTranslations('settings')
  const save = useSaveSettings({ onSaved, onFailed: (error) => toast.error(t('saveFailed'), error) })
  /** Changes that the server has not answered yet. */
  const [chosen, setChosen] = useState<Partial<Settings>>({})
  const change = (part: Partial<Settings>) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate(part, { onSettled: () => setChosen({}) }) // `onSettled` is called for the last change only
  }
  return { settings: { ...user.settings, ...chosen }, change, isSaved: save.isSuccess }
}
