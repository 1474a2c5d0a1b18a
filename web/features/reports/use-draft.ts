import type { Named } from '#contract/naming.ts'
import type { ReportValues } from '#contract/report-fields.ts'
import { useDraft } from '../../storage/drafts/use-draft.ts'
import { noChoices } from './line-outcomes.ts'
import { type ReportContent, reportDrafts } from './drafts.ts'
import { merge, pick } from './merge.ts'

type Chosen = Omit<ReportContent, 'words' | 'queued'>

function contentOf(
  words: ReportValues,
  { choices = noChoices, blockers = [], picked = [], ...origin }: Chosen,
): ReportContent {
  const text = Object.values(words).join('\n')
  const named = picked.filter(({ name }) => text.includes(`@${name}`))
  return {
    words,
    ...(origin.began && { began: origin.began }),
    ...(origin.taken && { taken: origin.taken }),
    ...(choices.size > 0 && { choices }),
    ...(blockers.length > 0 && { blockers }),
    ...(named.length > 0 && { picked: named }),
  }
}

function rebase(content: ReportContent, current: ReportValues) {
  const { words, began, taken, conflicts } = merge(content.began ?? {}, content.words, current)
  return { ...content, words, began, taken: [...new Set([...(content.taken ?? []), ...taken])], conflicts }
}

/**
 * Returns the text and the choices of the form. The browser stores them with every change.
 * @param key undefined while the member is unknown; then no draft is stored
 * @param start the initial text of the form
 * @param version `updated_at` of the report that `start` comes from, null for a new one
 */
export function useReportDraft(key: string | undefined, start: ReportValues, version: string | null) {
  const draft = useDraft(reportDrafts, key, { words: start, began: start }, version)
  const isReplaced = version !== null && draft.baseVersion !== version
  const rebased = (content: ReportContent) => (isReplaced ? rebase(content, start) : { ...content, conflicts: [] })
  const { content, saved } = draft
  const { words, choices = noChoices, blockers = [], picked = [], taken = [], began, conflicts } = rebased(content)
  const baseVersion = isReplaced && conflicts.length === 0 ? version : draft.baseVersion
  /** Ends the conflicts. @param chosen new text for these fields; if empty, the member's own text stays */
  const settle = (chosen: Partial<ReportValues>) =>
    draft.change((before) => {
      const { words: merged, ...others } = rebased(before)
      return contentOf({ ...merged, ...chosen }, { ...others, began: start })
    }, version)
  return {
    ...draft,
    baseVersion,
    words,
    choices,
    blockers,
    picked,
    /** The member has submitted these words, and they wait to be sent. */
    isQueued: content.queued === true,
    /** Fields that were replaced because they changed elsewhere. */
    taken,
    /** The text from elsewhere for fields that changed on both sides. */
    theirs: pick(start, conflicts),
    takeCurrent: () => settle(pick(start, conflicts)),
    keepOverCurrent: () => settle({}),
    change: (part: Partial<ReportValues>, chosen: Chosen = {}) =>
      draft.change((before) => {
        const { words: merged, ...others } = rebased(before)
        return contentOf({ ...merged, ...part }, { ...others, ...chosen })
      }, baseVersion),
    /** Remembers a member after their name was inserted into the text. */
    pick: (chosen: Named) =>
      draft.change((before) => contentOf(before.words, { ...before, picked: [...(before.picked ?? []), chosen] })),
    /**
     * Marks the draft as submitted. If the browser has no room, returns false and leaves the draft as it was.
     * @param addToOutbox adds the report to the outbox; returns false if there is no room
     */
    queue: (addToOutbox: () => boolean) => {
      if (key === undefined) return false
      const queued = {
        ...contentOf(words, { choices, blockers, picked, ...(began && { began }) }),
        queued: true as const,
      }
      const outcome = reportDrafts.write(key, { ...queued, baseVersion, savedAt: Date.now() }, saved)
      if (outcome.kind !== 'saved') return false
      if (addToOutbox()) return true
      if (saved) reportDrafts.write(key, saved, outcome.draft)
      else reportDrafts.remove(key, outcome.draft)
      return false
    },
  }
}
