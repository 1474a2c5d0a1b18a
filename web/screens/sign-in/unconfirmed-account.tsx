import { useLocale, useTranslations } from 'use-intl'
import type { ExistingAccount } from '#contract/email-proof.ts'
import { paths } from '../../app/paths.ts'
import { formatDay } from '../../dates/format-date.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Names the unconfirmed account of the address, and offers its owner the login (E1.16). */
export function UnconfirmedAccount({ account, email }: { account: ExistingAccount; email: string }) {
  const t = useTranslations('entrance.existing')
  const language = useLocale()
  const { team, last_used, is_kept } = account
  return (
    <>
      <Note kind="warn">
        {last_used === null ? t('unused', { team }) : t('used', { team, date: formatDay(language, last_used) })}{' '}
        {t(is_kept ? 'kept' : 'shut')}
      </Note>
      <ButtonLink kind="primary" href={paths.login} state={{ email }}>
        {t('logIn')}
      </ButtonLink>
    </>
  )
}
