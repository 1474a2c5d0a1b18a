import { useTranslations } from 'use-intl'
import { Live } from './live.tsx'
import { Note } from './note.tsx'
import { toast } from './toast.tsx'
import type { Discardable } from './use-discard.ts'

/**
 * The classes of the container of notes above an editor. The empty container stays on the page without taking space.
 */
export const notesStyle = 'col-span-full flex flex-col gap-2 empty:absolute'

export function DraftNotes({
  draft,
  elsewhere,
  onDiscard: onDiscardHere,
}: {
  draft: Stored & Discardable & { restored: boolean; keepOverCurrent: () => void }
  elsewhere?: 'changed' | 'deleted' | undefined
  /** Resets the editor to its initial content. Default: discards the draft and offers an undo. */
  onDiscard?: () => void
}) {
  const t = useTranslations('writing')
  const discard = () => {
    draft.discard()
    toast.info(t('draftDiscarded'), { label: t('undo'), act: draft.undo })
  }
  const onDiscard = onDiscardHere ?? discard
  return (
    <Live className={notesStyle}>
      {draft.restored && !elsewhere && (
        <Note kind="started" actions={[{ label: t('draftDiscard'), onClick: onDiscard }]}>
          {t('draftOpen')}
        </Note>
      )}
      {elsewhere && (
        <Note
          kind="changed"
          actions={
            elsewhere === 'deleted'
              ? [{ label: t('draftDiscard'), onClick: onDiscard }]
              : [
                  { label: t('openCurrent'), onClick: onDiscard },
                  { label: t('draftKeepMine'), onClick: draft.keepOverCurrent },
                ]
          }
        >
          {t(elsewhere === 'deleted' ? 'deletedElsewhere' : 'changedElsewhere')}
        </Note>
      )}
      <DraftProblem draft={draft} />
    </Live>
  )
}

type Stored = { unavailable: boolean; conflict: unknown; takeTheirs: () => void; keepMine: () => void }

/**
 * Warns if the browser cannot store drafts. If another tab has stored other text, lets the member choose one of both.
 */
export function DraftProblem({ draft: { unavailable, conflict, takeTheirs, keepMine } }: { draft: Stored }) {
  const t = useTranslations('writing')
  if (unavailable) return <Note kind="changed">{t('draftUnavailable')}</Note>
  if (!conflict) return null
  return (
    <Note
      kind="changed"
      actions={[
        { label: t('draftTakeTheirs'), onClick: takeTheirs },
        { label: t('draftKeepMine'), onClick: keepMine },
      ]}
    >
      {t('draftElsewhere')}
    </Note>
  )
}
