import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

type Props = { kind?: 'primary' | 'line' | 'ghost'; children?: ReactNode }

/**
 * A button that opens the login, for screens without any other action.
 * @param children the label, instead of "Back to login"
 */
export function LoginButton({ kind = 'line', children }: Props) {
  const t = useTranslations('entrance')
  return (
    <ButtonLink kind={kind} href={paths.login}>
      {children ?? t('toLogin')}
    </ButtonLink>
  )
}
