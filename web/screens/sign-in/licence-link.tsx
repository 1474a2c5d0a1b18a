import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import { basePath } from '../../platform/base-path.ts'
import { textLink } from '../../ui/text-link.ts'

/** Renders a link to the terms of use around its text. The link opens a new tab, so that typed text is not lost. */
export const licenceLink = (words: ReactNode) => <LicenceLink>{words}</LicenceLink>

function LicenceLink({ children }: { children: ReactNode }) {
  const t = useTranslations('entrance.labels')
  return (
    <a href={basePath + paths.licence} target="_blank" rel="noopener" className={textLink}>
      {children}
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}
