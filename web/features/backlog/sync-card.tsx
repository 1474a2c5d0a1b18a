import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { priorities } from '#contract/backlogs.ts'
import type { Settings } from '#contract/users.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import type { Help } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { SwitchCard } from '../../ui/switch-card.tsx'
import { NotConnectedNotice } from '../../domain/not-connected-notice.tsx'

const assignees = ['current-user', 'team-lead', 'none'] as const

/**
 * @param hasSource false if no tracker is connected
 * @param toAccounts renders a link to the accounts around the given text
 */
export function SyncCard({
  value: settings,
  onChange,
  help,
  hasSource,
  toAccounts,
}: ControlledProps<Settings['backlog']> & {
  help: Help
  hasSource: boolean
  toAccounts: (words: string) => ReactNode
}) {
  const t = useTranslations('backlogSettings')
  const assigneeNames = {
    'current-user': t('assignees.currentUser'),
    'team-lead': t('assignees.teamLead'),
    none: t('assignees.none'),
  }
  const assignHints = {
    'current-user': t('assignHint'),
    'team-lead': t('assignLeadHint'),
    none: t('assignNoneHint'),
  }
  const prioritiesByName = { high: t('priorities.high'), medium: t('priorities.medium'), low: t('priorities.low') }
  return (
    <SwitchCard
      title={t('autoSync')}
      help={help}
      about={t('autoSyncAbout')}
      checked={settings.auto_sync && hasSource}
      disabled={!hasSource}
      onChange={(checked) => onChange({ ...settings, auto_sync: checked })}
    >
      {!hasSource && <NotConnectedNotice link={toAccounts(t('toAccounts'))}>{t('syncNeedsSource')}</NotConnectedNotice>}
      <div className="mt-5 grid gap-5 two-columns">
        <Select
          label={t('priority')}
          hint={t('priorityHint')}
          value={settings.default_priority}
          options={priorities.toReversed().map((value) => ({ value, name: prioritiesByName[value] }))}
          onChange={(priority) => onChange({ ...settings, default_priority: priority })}
        />
        <Select
          label={t('assign')}
          hint={assignHints[settings.auto_assign]}
          value={settings.auto_assign}
          options={assignees.map((value) => ({ value, name: assigneeNames[value] }))}
          onChange={(assignee) => onChange({ ...settings, auto_assign: assignee })}
        />
      </div>
    </SwitchCard>
  )
}
