import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../app/paths.ts'
import { basePath } from '../../platform/base-path.ts'
import { textLink } from '../../ui/text-link.ts'

/** Links words to the terms of use in a new tab, so that typed text stays. */
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
