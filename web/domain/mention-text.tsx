import { createContext, use } from 'react'
import { cutAtNames } from './mention-names.ts'

/** The names that a text mentions. `own` is the reader's name, if it is one of them. */
export type MentionedNames = { names: readonly string[]; own: string | undefined }
export const MentionedNamesContext = createContext<MentionedNames>({ names: [], own: undefined })

/** Shows plain text with the mentioned names highlighted. The reader's own name is highlighted more strongly. */
export function MentionText({ text }: { text: string }) {
  const { names, own } = use(MentionedNamesContext)
  if (names.length === 0) return text
  return cutAtNames(text, names, own).map(({ text: part, isName, isOwn }, index) =>
    isName ? (
      <span key={index} className={`text-ai-text ${isOwn ? 'rounded-1 bg-ai-soft' : ''}`}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
