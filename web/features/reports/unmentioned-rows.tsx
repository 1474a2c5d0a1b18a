import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { saysNoBlocker } from '#contract/no-blocker.ts'
import { useAskOnce } from './ask-once.tsx'
import { type BlockerField, type BlockerRow, keepBlockerOpen, solve } from './blocker-rows.ts'

/**
 * Asks once about open blockers without a choice if the blockers field is empty or says that there is none (E3.03).
 * A second submit sends the report without these blockers.
 */
export function useUnmentionedRows(
  form: RefObject<HTMLFormElement | null>,
  { rows, field }: { rows: readonly BlockerRow[]; field: BlockerField },
  onChange: (field: BlockerField) => void,
) {
  const t = useTranslations('beginning')
  const isNone = field.issues.trim() === '' || saysNoBlocker(field.issues)
  const open = isNone ? rows.filter(({ outcome }) => outcome === undefined) : []
  return useAskOnce(form, open.length > 0, {
    sentence: t('unmentioned', { count: open.length }),
    lines: open.map(({ text }) => text),
    answers: [
      {
        label: t('stillOpen'),
        act: () => onChange(open.reduce((changed, row) => keepBlockerOpen(changed, row), field)),
      },
      { label: t('solved'), act: () => onChange(open.reduce((changed, row) => solve(changed, row), field)) },
    ],
    asIs: t('leaveUnmentioned'),
  })
}
