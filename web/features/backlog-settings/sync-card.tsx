import { useTranslations } from 'use-intl'
import { priorities } from '#contract/backlogs.ts'
import type { Settings } from '#contract/users.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'

type BacklogSettings = Settings['backlog']

const assignees = ['current-user', 'team-lead', 'none'] as const

/** What becomes of the issues of connected trackers. */
export function SyncCard({
  settings,
  onChange,
}: {
  settings: BacklogSettings
  onChange: (settings: BacklogSettings) => void
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
    <Card
      title={t('autoSync')}
      action={
        <Switch
          label={t('autoSync')}
          checked={settings.auto_sync}
          onChange={(checked) => onChange({ ...settings, auto_sync: checked })}
        />
      }
    >
      <p className="-mt-3 t-14 text-pretty [word-break:auto-phrase] text-text-2">{t('autoSyncAbout')}</p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Select
          label={t('priority')}
          hint={t('priorityHint')}
          value={settings.default_priority}
          // The options are the contract's priorities.
          onChange={({ target }) =>
            onChange({ ...settings, default_priority: target.value as BacklogSettings['default_priority'] })
          }
        >
          {priorities.toReversed().map((priority) => (
            <option key={priority} value={priority}>
              {prioritiesByName[priority]}
            </option>
          ))}
        </Select>
        <Select
          label={t('assign')}
          hint={assignHints[settings.auto_assign]}
          value={settings.auto_assign}
          onChange={({ target }) =>
            onChange({ ...settings, auto_assign: target.value as BacklogSettings['auto_assign'] })
          }
        >
          {assignees.map((assignee) => (
            <option key={assignee} value={assignee}>
              {assigneeNames[assignee]}
            </option>
          ))}
        </Select>
      </div>
    </Card>
  )
}
