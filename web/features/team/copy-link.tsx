import { useTranslations } from 'use-intl'
import { CopyField } from '../../ui/copy-field.tsx'

export function CopyLink({ link, email }: { link: string; email: string }) {
  const t = useTranslations('team')
  return (
    <CopyField
      label={t('linkOf', { email })}
      value={link}
      words={t('copyLink')}
      name={t('copyLinkOf', { email })}
      copied={t('linkCopied')}
    />
  )
}

export function CopyLinks({ links }: { links: readonly { email: string; link: string }[] }) {
  const t = useTranslations('team')
  return (
    <CopyField
      label={t('allLinks')}
      value={links.map(({ email, link }) => `${email} ${link}`).join('\n')}
      words={t('copyLinks')}
      copied={t('linksCopied')}
    />
  )
}
