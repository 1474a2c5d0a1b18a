import { useTranslations } from 'use-intl'
import { AccessTokenDraft, type NewAccessToken } from '#contract/tokens.ts'
import { serverMessage } from '../../api/errors.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { useToday } from '../../dates/today.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Lifetime, LifetimeChoice } from './lifetime-choice.tsx'
import { useMakeToken } from './queries.ts'

const scopes = ['read', 'write'] as const

type Words = { name: string; scope: (typeof scopes)[number]; life: Lifetime }
const atFirst: Words = { name: '', scope: 'read', life: '90' }

const draftOf = ({ name, scope, life }: Words, today: CalendarDate): AccessTokenDraft => ({
  name,
  scopes: scope === 'read' ? ['read'] : ['read', 'write'],
  expires_on: addDays(today, Number(life)),
})

export function CreateTokenDialog({
  reauthenticating,
  onMade,
  onClose,
}: {
  reauthenticating: Reauthenticating
  onMade: (token: NewAccessToken) => void
  onClose: () => void
}) {
  const t = useTranslations('tokens')
  const check = useCheck()
  const today = useToday()
  const make = useMakeToken()
  const form = useStoredForm({
    key: useFormKey('token'),
    start: atFirst,
    check: (words): { name?: string } => check(AccessTokenDraft, draftOf(words, today)),
    send: (words) => reauthenticating(() => make.mutateAsync(draftOf(words, today))),
    onSent: onMade,
  })
  const { field } = form
  const failed = serverMessage(form.failure) ?? t('makeFailed')
  const words = { title: t('makeTitle'), submit: t('make'), sending: t('making'), failed }
  return (
    <FormDialog form={form} words={words} onClose={onClose}>
      <TextField {...field('name')} label={t('name')} note={t('nameHint')} autoComplete="off" />
      <RadioGroup
        legend={t('scope')}
        values={scopes}
        {...field('scope')}
        hint={(choice) => t(choice === 'read' ? 'readHint' : 'writeHint')}
      >
        {(choice) => <span className="t-14">{t(choice)}</span>}
      </RadioGroup>
      <LifetimeChoice {...field('life')} />
    </FormDialog>
  )
}
