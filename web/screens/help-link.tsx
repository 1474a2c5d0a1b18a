import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { basePath } from '../lib/base-path.ts'
import { helpPath, type HelpSection } from './members-paths.ts'

/** Beside a title: what the guide says about it, in a tab of its own, so that what is typed here stays. */
export function HelpLink({ section, title }: { section: HelpSection; title: string }) {
  const t = useTranslations('shell')
  return (
    <a
      href={basePath + helpPath(section)}
      target="_blank"
      rel="noopener"
      title={t('helpWith', { title })} // its name too: with another one it would be said twice
      className="relative -my-2 icon-button size-8 shrink-0 text-text-3 pointer-coarse:size-11 print:hidden"
    >
      <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
    </a>
  )
}
