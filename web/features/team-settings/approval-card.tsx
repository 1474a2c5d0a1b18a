import { useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { SwitchCard } from '../../ui/switch-card.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveTeam } from '../../entities/team.ts'

type Props = { team: Team; mayChange: boolean; onSaved: (team: Team) => void }

/** A switch for the approval of months (N11.03). A change is saved at once. */
export function ApprovalCard({ team, mayChange, onSaved }: Props) {
  const t = useTranslations('teamSettings')
  const online = useOnline()
  const save = useSaveTeam({ onSaved, onFailed: (error) => toast.error(t('saveFailed'), error) })
  const { month_approval = team.month_approval } = save.isPending ? save.variables : team
  return (
    <SwitchCard
      title={t('approval.title')}
      about={t('approval.about')}
      isSaved={save.isSuccess}
      checked={month_approval}
      disabled={!mayChange || !online}
      onChange={(isOn) => save.mutate({ month_approval: isOn })}
    >
      {mayChange && <OfflineReason />}
    </SwitchCard>
  )
}
