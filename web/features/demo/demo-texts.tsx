import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { AddedTexts } from '../../ui/added-texts.tsx'
import type { Messages } from '../../ui/with-texts.tsx'

const texts = import.meta.glob<Messages>('../../../locales/*.json', { import: 'default', query: '?demo' })

/** Adds the texts that the demo alone has. */
export function DemoTexts({ children }: { children: ReactNode }) {
  return <AddedTexts load={texts[`../../../locales/${useLocale()}.json`]!}>{children}</AddedTexts>
}
