import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { useOnFinished } from '../../hooks/use-on-finished.ts'
import { toast } from '../../ui/toast.tsx'

/** Tells a member that they became an administrator, or no longer are one, while the page was open. */
export function useRoleNews({ is_admin: isAdmin }: Pick<Me, 'is_admin'>) {
  const t = useTranslations('shell')
  useOnFinished(isAdmin, () => toast.info(t('administratorNoMore')))
  useOnFinished(!isAdmin, () => toast.info(t('administratorNow')))
}
