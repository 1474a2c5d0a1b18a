import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { toast } from '../ui/toast.tsx'

/** Tells a member whom somebody has made an administrator, or no longer one, while the page is open. */
export function useRoleNews({ is_admin: isAdmin }: Pick<Me, 'is_admin'>) {
  const t = useTranslations('shell')
  const was = useRef(isAdmin)
  useEffect(() => {
    if (was.current === isAdmin) return
    was.current = isAdmin
    toast.info(t(isAdmin ? 'administratorNow' : 'administratorNoMore'))
  }, [isAdmin, t])
}
