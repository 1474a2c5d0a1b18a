import type { ComponentType } from 'react'
import type { ConnectionProvider } from '#contract/connections.ts'
import { GitHubMark } from '../../ui/brand-icons.tsx'
import {
  AppleMark,
  BacklogMark,
  GoogleChatMark,
  GoogleLetter,
  JiraMark,
  MicrosoftMark,
  SlackMark,
} from '../../ui/brand-marks.tsx'

export type Provider = {
  id: ConnectionProvider
  name: string
  Mark: ComponentType
  /** A form here, the provider's page in place of this one, or in a tab of its own (S7.12). */
  by: 'form' | 'page' | 'tab'
}

/** In the order of the settings card (S2.82); a place for notifications comes last. */
export const providers: readonly Provider[] = [
  { id: 'slack', name: 'Slack', Mark: SlackMark, by: 'tab' },
  { id: 'google', name: 'Google', Mark: GoogleLetter, by: 'page' },
  { id: 'github', name: 'GitHub', Mark: GitHubMark, by: 'page' },
  { id: 'backlog', name: 'Backlog', Mark: BacklogMark, by: 'form' },
  { id: 'jira', name: 'Jira', Mark: JiraMark, by: 'form' },
  { id: 'microsoft', name: 'Microsoft', Mark: MicrosoftMark, by: 'tab' },
  { id: 'apple', name: 'Apple', Mark: AppleMark, by: 'tab' },
  { id: 'google-chat', name: 'Google Chat', Mark: GoogleChatMark, by: 'form' },
]
