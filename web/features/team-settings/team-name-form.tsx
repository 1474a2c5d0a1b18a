import { useTranslations } from 'use-intl'
import { type Team, TeamChange } from '#contract/users.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeOfTeam, useSaveTeam } from '../../entities/team.ts'
import { TeamNameField } from '../../domain/team-name-field.tsx'

type Props = { name: string; disabled: boolean; onSaved: (team: Team) => void }

/** Edits the team's name. Unlike the choices on the card, the name is saved only after a submit. */
export function TeamNameForm({ name, disabled, onSaved }: Props) {
  const t = useTranslations('teamSettings')
  const actions = useTranslations('actions')
  const check = useCheck()
  const save = useSaveTeam({ onSaved })
  const changeTo = (words: { name: string }): { name: string; before: { name: string } } => ({
    name: words.name.trim(),
    before: { name: draft.baseVersion ?? name },
  })
  const { words, busy, failure, props, field, draft } = useStoredForm({
    key: useFormKey('team-name'),
    version: name,
    start: { name },
    check: (words) => check(TeamChange, words),
    send: async (words) => {
      if (!isChanged) return
      await save.mutateAsync(changeTo(words))
      draft.discard()
      toast.success(t('nameSaved'))
    },
    later: (words) => changeOfTeam(changeTo(words)),
  })
  const isChanged = words.name.trim() !== '' && words.name.trim() !== name
  return (
    <form {...props} className="flex flex-wrap items-end gap-3">
      <div className="basis-full has-[>:empty]:absolute">
        <DraftNotes draft={draft} elsewhere={draft.isWritten && draft.baseVersion !== name ? 'changed' : undefined} />
      </div>
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
