import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Team } from '#contract/users.ts'
import { useOnline } from '../../lib/online.ts'
import { SwitchCard } from '../../ui/switch-card.tsx'
import { toast } from '../../ui/toast.tsx'
import { teamQuery, useSaveTeam } from './queries.ts'

type Props = { team: Team; mayChange: boolean; onSaved: (team: Team) => void }

/** Whether members' months are submitted and approved (N11.03); kept at once. */
export function ApprovalCard({ team: initial, mayChange, onSaved }: Props) {
  const t = useTranslations('teamSettings')
  const online = useOnline()
  const { data: team = initial } = useQuery({ ...teamQuery, placeholderData: initial })
  const save = useSaveTeam({ onSaved, onFailed: (error) => toast.error(t('saveFailed'), error) })
  const { month_approval = team.month_approval } = save.isPending ? save.variables : team
  return (
    <SwitchCard
      title={t('approval.title')}
      about={t('approval.about')}
      checked={month_approval}
      disabled={!mayChange || !online}
      onChange={(isOn) => save.mutate({ month_approval: isOn })}
    />
  )
}
