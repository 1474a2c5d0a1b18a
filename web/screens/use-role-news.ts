import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { useAfter } from '../lib/use-after.ts'
import { toast } from '../ui/toast.tsx'

/** Tells a member whom somebody has made an administrator, or no longer one, while the page is open. */
export function useRoleNews({ is_admin: isAdmin }: Pick<Me, 'is_admin'>) {
  const t = useTranslations('shell')
  useAfter(isAdmin, () => toast.info(t('administratorNoMore')))
  useAfter(!isAdmin, () => toast.info(t('administratorNow')))
}
