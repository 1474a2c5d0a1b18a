import { useTranslations } from 'use-intl'

/** Returns a function that translates the five roles. It returns any other text unchanged. */
export function useRoleName() {
  const t = useTranslations('team.roles')
  return (role: string) => {
    if (role === 'member') return t('member')
    if (role === 'developer') return t('developer')
    if (role === 'designer') return t('designer')
    if (role === 'project-manager') return t('projectManager')
    if (role === 'qa-engineer') return t('qaEngineer')
    return role
  }
}
