import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { useAfter } from '../../hooks/use-after.ts'
import { toast } from '../../ui/toast.tsx'

/** Tells a member that they became an administrator, or no longer are one, while the page was open. */
export function useRoleNews({ is_admin: isAdmin }: Pick<Me, 'is_admin'>) {
  const t = useTranslations('shell')
  useAfter(isAdmin, () => toast.info(t('administratorNoMore')))
  useAfter(!isAdmin, () => toast.info(t('administratorNow')))
}
