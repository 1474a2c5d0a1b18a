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
  const save = useSaveSettings({ onSaved, onFailed: () => toast.error(t('saveFailed')) })
  const settings: Settings = save.isPending ? { ...user.settings, ...save.variables } : user.settings
  return { settings, change: save.mutate }
}
