import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me, Settings } from '#contract/users.ts'
import { toast } from '../../ui/toast.tsx'
import { useSaveSettings } from './queries.ts'

/**
 * The member's settings as they were last chosen: shown at once, kept on the server, and put right where it refuses.
 * @param onSaved receives the member with the settings that the server keeps
 */
export function useSettings(user: Me, onSaved: (user: Me) => void) {
  const t = useTranslations('settings')
  const save = useSaveSettings({ onSaved, onFailed: (error) => toast.error(t('saveFailed'), error) })
  /** What has been chosen and not yet been answered. */
  const [chosen, setChosen] = useState<Partial<Settings>>({})
  const change = (part: Partial<Settings>) => {
    setChosen((before) => ({ ...before, ...part }))
    save.mutate(part, { onSettled: () => setChosen({}) }) // heard for the last change only
  }
  return { settings: { ...user.settings, ...chosen }, change, isSaved: save.isSuccess }
}
