import { useTranslations } from 'use-intl'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Back to the sign-in, from a screen that has nothing more to offer. */
export function LoginButton({ kind = 'line' }: { kind?: 'line' | 'ghost' }) {
  const t = useTranslations('entrance')
  return (
    <ButtonLink kind={kind} href={paths.login}>
      {t('toLogin')}
    </ButtonLink>
  )
}
