import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { basePath } from '../../platform/base-path.ts'
import { helpPath, type HelpSection } from '../../app/members-paths.ts'

/** A link beside a title to a section of the guide. It opens a new tab, so that typed text on this page is not lost. */
export function HelpLink({ section, title }: { section: HelpSection; title: string }) {
  const t = useTranslations('shell')
  return (
    <a
      href={basePath + helpPath(section)}
      target="_blank"
      rel="noopener"
      title={t('helpWith', { title })} // equal to the accessible name, or screen readers would announce both
      className="relative -my-2 icon-button size-8 shrink-0 text-text-3 pointer-coarse:size-11 print:hidden"
    >
      <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
    </a>
  )
}
