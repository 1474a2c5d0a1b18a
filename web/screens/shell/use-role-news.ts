import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { useOnFinished } from '../../hooks/use-on-finished.ts'
import { toast } from '../../ui/toast.tsx'

/** Shows a toast if the member becomes an administrator, or stops being one, while the page is open. */
export function useRoleNews({ is_admin: isAdmin }: Pick<Me, 'is_admin'>) {
  const t = useTranslations('shell')
  useOnFinished(isAdmin, () => toast.info(t('administratorNoMore')))
  useOnFinished(!isAdmin, () => toast.info(t('administratorNow')))
}
