import type { Named } from '#contract/naming.ts'
import type { Words } from '#contract/report-fields.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { noChoices } from './choices.ts'
import { type ReportContent, reportDrafts } from './drafts.ts'

type Chosen = Pick<ReportContent, 'choices' | 'blockers' | 'picked'>

function contentOf(words: Words, { choices = noChoices, blockers = [], picked = [] }: Chosen): ReportContent {
  const text = Object.values(words).join('\n')
  const named = picked.filter(({ name }) => text.includes(`@${name}`))
  return {
    words,
    ...(choices.size > 0 && { choices }),
    ...(blockers.length > 0 && { blockers }),
    ...(named.length > 0 && { picked: named }),
  }
}

/**
 * Returns the words and the choices of the form, which the browser stores with every change.
 * @param key undefined while the member is unknown: then nothing is stored
 * @param start what the form shows while nobody has written
 * @param version `updated_at` of the report that `start` comes from, null for a new one
 */
export function useReportDraft(key: string | undefined, start: Words, version: string | null) {
  const draft = useDraft(reportDrafts, key, { words: start }, version)
  const { content, baseVersion, saved } = draft
  const { words, choices = noChoices, blockers = [], picked = [] } = content
  return {
    ...draft,
    words,
    choices,
    blockers,
    picked,
    change: (part: Partial<Words>, chosen: Chosen = {}) =>
      draft.change((before) => contentOf({ ...before.words, ...part }, { ...before, ...chosen })),
    /** Remembers a member whose name the words have got. */
    pick: (chosen: Named) =>
      draft.change((before) => contentOf(before.words, { ...before, picked: [...(before.picked ?? []), chosen] })),
    /**
     * Stores the words as submitted. Returns false if the browser has no room, and leaves the draft as it was.
     * @param addToOutbox adds the report to the outbox; returns false if there is no room
     */
    queue: (addToOutbox: () => boolean) => {
      if (key === undefined) return false
      const queued = { ...contentOf(words, { choices, blockers, picked }), queued: true as const }
      const outcome = reportDrafts.write(key, { ...queued, baseVersion, savedAt: Date.now() }, saved)
      if (outcome.kind !== 'saved') return false
      if (addToOutbox()) return true
      if (saved) reportDrafts.write(key, saved, outcome.draft)
      else reportDrafts.remove(key, outcome.draft)
      return false
    },
  }
}
