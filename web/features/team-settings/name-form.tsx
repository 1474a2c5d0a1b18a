import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import type { Team } from '#contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveTeam } from './queries.ts'

/** The team's name: a choice of words is no choice from a list, so it is kept when asked to. */
export function NameForm({
  name,
  disabled,
  onSaved,
}: {
  name: string
  disabled: boolean
  onSaved: (team: Team) => void
}) {
  const t = useTranslations('teamSettings')
  const [typed, setTyped] = useState(name)
  const save = useSaveTeam({
    onSaved: (team) => {
      onSaved(team)
      toast.success(t('nameSaved'))
    },
    onFailed: () => toast.error(t('saveFailed')),
  })
  const isChanged = typed.trim() !== '' && typed.trim() !== name
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate({ name: typed.trim() })
      }}
    >
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label={t('name')}
          value={typed}
          onChange={setTyped}
          maxLength={limits.name}
          disabled={disabled}
          autoComplete="organization"
        />
      </div>
      {isChanged && !disabled && (
        <Button kind="line" type="submit" busy={save.isPending ? t('saving') : undefined}>
          {t('saveName')}
        </Button>
      )}
    </form>
  )
}
