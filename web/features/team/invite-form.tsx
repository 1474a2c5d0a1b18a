import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Invitation, InvitationDraft, roles } from '#contract/invitations.ts'
import { fieldMessages } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useInvite } from './queries.ts'
import { useRoleName } from './use-role-name.ts'
import { useFailureToast } from './use-failure-toast.ts'

export const emptyDraft: InvitationDraft = { email: '', role: 'member' }

/** What is typed belongs to whoever shows the form, so that closing it loses nothing. */
export function InviteForm({
  id,
  draft,
  onDraft,
  onClose,
  onInvited,
}: {
  id: string
  draft: InvitationDraft
  onDraft: (draft: InvitationDraft) => void
  onClose: () => void
  onInvited: (invitation: Partial<Invitation>) => void
}) {
  const t = useTranslations('team')
  const tellFailure = useFailureToast()
  const roleName = useRoleName()
  const sentences = useSentences()
  const invite = useInvite()
  const { errors, show, clear } = useErrors(['email'])
  const field = useRef<HTMLInputElement>(null)

  // A disabled field loses the focus: it comes back with a failure.
  useEffect(() => {
    if (invite.isError) field.current?.focus()
  }, [invite.isError])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const trimmed = { ...draft, email: draft.email.trim() }
    const failures = failuresOf(InvitationDraft, trimmed)
    const code = failures.email
    if (code) {
      const own = code === 'required' ? t('emailRequired') : code === 'invalid_email' ? t('emailInvalid') : undefined
      const sentence = own ?? sentences(failures, trimmed).email ?? t('emailInvalid')
      toast.error(sentence)
      show({ email: sentence }, form)
      return
    }
    invite.mutate(trimmed, {
      onSuccess: (invitation) => {
        const { email } = trimmed
        toast.success(invitation.link ? t('inviteCreated', { email }) : t('inviteSent', { email }))
        onInvited(invitation)
      },
      onError: (error) => {
        show(fieldMessages(error), form)
        tellFailure(t('inviteFailed'), error)
      },
    })
  }

  return (
    <form
      id={id}
      noValidate
      aria-label={t('invite')}
      aria-busy={invite.isPending}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !invite.isPending) onClose()
      }}
      className="mt-5 grid items-start gap-x-3 gap-y-4 rounded-3 bg-sunken p-4 md:grid-cols-[minmax(0,26rem)_12rem] xl:grid-cols-[minmax(0,26rem)_12rem_auto] xl:justify-start"
    >
      <TextField
        ref={field}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoFocus
        label={t('inviteEmail')}
        disabled={invite.isPending}
        value={draft.email}
        error={errors.email}
        onChange={(email) => {
          onDraft({ ...draft, email })
          clear('email')
        }}
      />
      <Select
        name="role"
        label={t('role')}
        disabled={invite.isPending}
        value={draft.role}
        onChange={(event) => onDraft({ ...draft, role: event.target.value as InvitationDraft['role'] })}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2 md:col-span-2 md:flex xl:col-span-1 xl:pt-6.5">
        <Button kind="ghost" disabled={invite.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={invite.isPending ? t('sending') : undefined}>
          {t('sendInvitation')}
        </Button>
      </div>
    </form>
  )
}
