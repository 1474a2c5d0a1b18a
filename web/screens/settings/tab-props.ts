import type { ReactNode } from 'react'
import type { Me } from '#contract/users.ts'
import type { Help } from '../../ui/card.tsx'

/** `toAccounts` renders a link to the connected accounts around its text. */
export type SettingsTabProps = { user: Me; toAccounts: (words: string) => ReactNode; help: Help }
