import { useTranslations } from 'use-intl'
import { type Team, TeamChange } from '#contract/users.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveTeam } from './queries.ts'
import { TeamNameField } from './team-name-field.tsx'

type Props = { name: string; disabled: boolean; onSaved: (team: Team) => void }

/** The team's name: unlike a choice from a list it is saved only when asked to. */
export function NameForm({ name, disabled, onSaved }: Props) {
  const t = useTranslations('teamSettings')
  const actions = useTranslations('actions')
  const check = useCheck()
  const save = useSaveTeam({ onSaved })
  const { words, busy, failure, props, field } = useForm({
    start: { name },
    check: (words) => check(TeamChange, words),
    send: async (words) => {
      if (!isChanged) return
      await save.mutateAsync({ name: words.name.trim() })
      toast.success(t('nameSaved'))
    },
  })
  const isChanged = words.name.trim() !== '' && words.name.trim() !== name
  return (
    <form {...props} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TeamNameField {...field('name')} disabled={disabled} />
      </div>
      {isChanged && !disabled && (
        <Button kind="line" type="submit" busy={busy ? actions('saving') : undefined}>
          {t('saveName')}
        </Button>
      )}
      <div className="basis-full empty:hidden">
        <FormFailure failure={failure !== undefined && t('saveFailed')} cause={failure} />
      </div>
    </form>
  )
}
