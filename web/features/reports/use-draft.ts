import type { Named } from '#contract/naming.ts'
import type { ReportValues } from '#contract/report-fields.ts'
import { useDraft } from '../../storage/drafts/use-draft.ts'
import { useOnFinished } from '../../hooks/use-on-finished.ts'
import { noChoices } from './line-outcomes.ts'
import { type ReportContent, reportDrafts } from './drafts.ts'
import { merge, pick } from './merge.ts'
import { type QueuedReport, versionOfQueued } from './queued.ts'

type Chosen = Omit<ReportContent, 'words'>

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
 * @param own.start the initial text of the form
 * @param own.version `updated_at` of the report that `start` comes from, null for a new one
 * @param queued the queued report; the form then begins with its text instead of `own.start`
 */
export function useReportDraft(
  key: string | undefined,
  own: { start: ReportValues; version: string | null },
  queued?: QueuedReport,
) {
  const start = queued?.words ?? own.start
  const version = queued ? versionOfQueued(queued) : own.version
  const draft = useDraft(reportDrafts, key, contentOf(start, { ...queued, began: start }), version)
  // If the queued report could not be sent, `turnIntoDraft` has based its draft on the server's report. So reads that.
  useOnFinished(queued !== undefined, draft.catchUp)
  const isReplaced = version !== null && draft.baseVersion !== version
  const rebased = (content: ReportContent) => (isReplaced ? rebase(content, start) : { ...content, conflicts: [] })
  const { content } = draft
  const { words, choices = noChoices, blockers = [], picked = [], taken = [], began, conflicts } = rebased(content)
  const baseVersion = isReplaced && conflicts.length === 0 ? version : draft.baseVersion
  /** Resolves the conflicts. @param chosen the chosen text of these fields; other fields keep the member's text */
  const settle = (chosen: Partial<ReportValues>) =>
    draft.change((before) => {
      const { words: merged, ...others } = rebased(before)
      return contentOf({ ...merged, ...chosen }, { ...others, began: start })
    }, version)
  return {
    ...draft,
    /** The initial text of the form, and its version. */
    start,
    version,
    queued,
    baseVersion,
    words,
    choices,
    blockers,
    picked,
    /** Fields with a text that was replaced, because it changed elsewhere. */
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
    /** Returns the report for the outbox, where it replaces the queued report. */
    toQueue: (): Omit<QueuedReport, 'date'> => {
      const { began: before, ...origin } = queued ?? { baseVersion, ...(began && { began }) }
      return {
        ...contentOf(words, { blockers, picked, ...(before && { began: before }) }),
        baseVersion: origin.baseVersion,
        savedAt: Date.now(),
        ...(queued && { earlier: [...(queued.earlier ?? []), queued.words] }),
      }
    },
  }
}
