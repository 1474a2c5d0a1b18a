import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Invitation, InvitationDraft, roles } from '#contract/invitations.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useInvite } from './queries.ts'
import { useRoleName } from './use-role-name.ts'
import { useFailureToast } from './use-failure-toast.ts'

export const emptyDraft: InvitationDraft = { email: '', role: 'member' }

const trimmed = (draft: InvitationDraft) => ({ ...draft, email: draft.email.trim() })

/** E-mail, role, and the buttons where there is room for them. */
const columns = 'md:grid-cols-[minmax(0,26rem)_12rem] xl:grid-cols-[minmax(0,26rem)_12rem_auto]'

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
  const actions = useTranslations('actions')
  const tellFailure = useFailureToast()
  const roleName = useRoleName()
  const check = useCheck()
  const invite = useInvite()
  const email = useRef<HTMLInputElement>(null)
  const { busy, failure, props, field } = useForm({
    start: draft,
    check: (words) => {
      const own = { required: t('emailRequired'), invalid_email: t('emailInvalid') }
      const sentences = check(InvitationDraft, trimmed(words), own)
      if (sentences.email) toast.error(sentences.email)
      return sentences
    },
    send: async (words) => {
      const tell = { onError: (error: Error) => tellFailure(t('inviteFailed'), error) }
      const invitation = await invite.mutateAsync(trimmed(words), tell)
      toast.success(t(invitation.link ? 'inviteCreated' : 'inviteSent', { email: trimmed(words).email }))
      return invitation
    },
    onSent: onInvited,
    onChange: onDraft,
  })
  const role = field('role')

  // A disabled field loses the focus: it comes back with a failure.
  useEffect(() => {
    if (failure !== undefined) email.current?.focus()
  }, [failure])
  return (
    <form
      {...props}
      id={id}
      aria-label={t('invite')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !busy) onClose()
      }}
      className={`mt-5 grid items-start gap-x-3 gap-y-4 rounded-3 bg-sunken p-4 xl:justify-start ${columns}`}
    >
      <TextField
        {...field('email')}
        ref={email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoFocus
        label={t('inviteEmail')}
        disabled={busy}
      />
      <Select
        name={role.name}
        label={t('role')}
        disabled={busy}
        value={role.value}
        options={roles.map((value) => ({ value, name: roleName(value) }))}
        onChange={role.onChange}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2 md:col-span-2 md:flex xl:col-span-1 xl:pt-6.5">
        <Button kind="ghost" disabled={busy} onClick={onClose}>
          {actions('cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={busy ? t('sending') : undefined}>
          {t('sendInvitation')}
        </Button>
      </div>
    </form>
  )
}
