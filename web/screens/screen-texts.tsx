import { type ReactNode, use } from 'react'
import { useLocale } from 'use-intl'
import { loadedOnce } from '../lib/loaded-once.ts'
import { type Messages, WithTexts } from '../ui/with-texts.tsx'

const load = loadedOnce(
  import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?other-screens' }),
)

/** The texts that every screen but the first adds to those of the shell; the first does not wait for them. */
export const ScreenTexts = ({ children }: { children: ReactNode }) => (
  <WithTexts added={use(load(useLocale()))}>{children}</WithTexts>
)
