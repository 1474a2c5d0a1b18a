import { useLocale, useTranslations } from 'use-intl'
import { emptyReport, type ReportValues, type ValueField, valueFields } from '#contract/report-fields.ts'
import { formatList } from '#contract/format-list.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { notesStyle } from '../../ui/draft-notes.tsx'
import { Live } from '../../ui/live.tsx'
import { Note } from '../../ui/note.tsx'
import type { useReportDraft } from './use-draft.ts'

export function ConflictNote({
  draft: { theirs, taken, baseVersion, keepOverCurrent },
  isDeleted,
  onDiscard,
  onTake,
}: {
  draft: ReturnType<typeof useReportDraft>
  isDeleted: boolean
  onDiscard: () => void
  /** Replaces the member's text by the text from elsewhere, in the fields that changed on both sides. */
  onTake: () => void
}) {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const wordOf = useReportLabels()
  const language = useLocale()
  const named = (fields: readonly ValueField[]) =>
    formatList(
      language,
      fields.map((field) => wordOf(`fields.${field}`)),
    )
  const conflicts = valueFields.filter((field) => theirs[field] !== undefined)
  const takenOnly = taken.filter((field) => !conflicts.includes(field))
  return (
    <Live className={notesStyle}>
      {isDeleted && (
        <Note kind="changed" actions={[{ label: writing('draftDiscard'), onClick: onDiscard }]}>
          {t('deletedElsewhere')}
        </Note>
      )}
      {!isDeleted && takenOnly.length > 0 && <Note>{t('takenElsewhere', { fields: named(takenOnly) })}</Note>}
      {!isDeleted && conflicts.length > 0 && (
        <Note
          kind="changed"
          actions={[
            { label: t('takeElsewhere'), onClick: onTake },
            { label: writing('draftKeepMine'), onClick: keepOverCurrent },
          ]}
        >
          {t(baseVersion === null ? 'writtenElsewhere' : 'changedElsewhere', { fields: named(conflicts) })}
        </Note>
      )}
    </Live>
  )
}

export function TheirValue({ field, value }: { field: ValueField; value: ReportValues[ValueField] }) {
  const t = useTranslations('dailyReport')
  return (
    <div className="-mt-3 rounded-2 border border-warn-rule px-3 py-2 t-13">
      <p className="text-warn-text">{t('elsewhereText')}</p>
      <p dir="auto" className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line text-text-2">
        {value === emptyReport[field] ? t('none') : value}
      </p>
    </div>
  )
}
