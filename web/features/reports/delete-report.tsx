import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import type { DayReport } from '#contract/reports.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** A button that deletes a report. First asks for confirmation if the report has comments or reactions (E2.01). */
export function DeleteReport({
  report,
  busy,
  onDelete,
}: {
  report: DayReport
  busy: string | undefined
  onDelete: () => void
}) {
  const t = useTranslations('dailyReport')
  const [isAsking, setAsking] = useState(false)
  const { comments, reactions } = answersOf(report)
  const confirm = () => {
    setAsking(false)
    onDelete()
  }
  return (
    <>
      <Button kind="danger" small busy={busy} onClick={comments + reactions > 0 ? () => setAsking(true) : onDelete}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        {t('delete')}
      </Button>
      {isAsking && <DeleteDialog report={report} onDelete={confirm} onClose={() => setAsking(false)} />}
    </>
  )
}

const answersOf = ({ comments, reactions }: DayReport) => ({
  comments,
  reactions: reactions.reduce((sum, { count }) => sum + count, 0),
})

function DeleteDialog({ report, onDelete, onClose }: { report: DayReport; onDelete: () => void; onClose: () => void }) {
  const t = useTranslations('dailyReport')
  const answers = useTranslations('answers')
  const { comments, reactions } = answersOf(report)
  const named = [
    ...(comments > 0 ? [answers('comments', { count: comments })] : []),
    ...(reactions > 0 ? [answers('given', { count: reactions })] : []),
  ]
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' }).format(named)
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      about={t('deleteAbout', { answers: list, days: limits.deletedReports })}
      submit={t('delete')}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
