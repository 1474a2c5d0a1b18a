import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { InvitationDraft, roles } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import { refusalOf } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressField } from './address-field.tsx'
import { addressesIn } from './addresses.ts'
import { OutcomeList } from './outcome-list.tsx'
import { type Outcome, useInvite } from './queries.ts'
import { useRoleName } from './use-role-name.ts'

/** `email`: as it is typed or pasted, one address or many. */
export const emptyDraft: InvitationDraft = { email: '', role: 'member' }

/** Addresses, role, and the buttons where there is room for them. */
const columns = 'md:grid-cols-[minmax(0,26rem)_12rem] xl:grid-cols-[minmax(0,26rem)_12rem_auto]'

/** What is typed belongs to whoever shows the form, so that closing it loses nothing; nor does a list of which some fail (N1.09). */
export function InviteForm({
  id,
  draft,
  onDraft,
  onLink,
  onClose,
  onInvited,
  sendsMail,
}: {
  id: string
  draft: InvitationDraft
  onDraft: (draft: InvitationDraft) => void
  onLink: (id: string, link: string) => void
  onClose: () => void
  /** Everybody in the list was invited by email. */
  onInvited: () => void
  /** If false, inviting creates links to pass on. */
  sendsMail: boolean
}) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const check = useCheck()
  const invite = useInvite()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const email = useRef<HTMLTextAreaElement>(null)
  const isValid = (address: string) => InvitationDraft.shape.email.safeParse(address).success

  const { busy, failure, props, field } = useForm({
    start: draft,
    check: (words) => {
      const [first = '', ...others] = addressesIn(words.email)
      const tooMany =
        others.length >= limits.invitationsAtOnce && t('inviteTooMany', { limit: limits.invitationsAtOnce })
      const own = { required: t('emailRequired'), invalid_email: t('emailInvalid') }
      const sentence = others.length === 0 ? check(InvitationDraft, { ...words, email: first }, own).email : tooMany
      return sentence ? { email: sentence } : {}
    },
    send: async ({ email: list, role }) => {
      const addresses = addressesIn(list)
      const drafts = addresses.filter(isValid).map((address) => ({ email: address, role }))
      setOutcomes([])
      const made = await invite.mutateAsync({ drafts, isList: addresses.length > 1 })
      for (const { invitation } of made) if (invitation?.id && invitation.link) onLink(invitation.id, invitation.link)
      const all = addresses.map(
        (address) => made.find((outcome) => outcome.email === address) ?? { email: address, error: 'invalid_email' },
      )
      tell(all)
      return all
    },
    onSent: (all) => {
      const left = all.filter(({ invitation }) => !invitation)
      if (left.length === 0 && !all.some(({ invitation }) => invitation?.link)) return onInvited()
      setOutcomes(all)
      field('email').onChange(left.map((outcome) => outcome.email).join('\n'))
    },
    onChange: onDraft,
  })
  const tell = (all: Outcome[]) => {
    if (all.some(({ invitation }) => !invitation)) return // said in the form
    const isByLink = all.some(({ invitation }) => invitation?.link)
    if (all.length === 1) toast.success(t(isByLink ? 'inviteCreated' : 'inviteSent', { email: all[0]!.email }))
    else toast.success(t(isByLink ? 'invitesCreated' : 'invitesSent', { count: all.length }))
  }
  const role = field('role')

  // A disabled field loses the focus: it comes back with a failure.
  useEffect(() => {
    if (failure !== undefined || outcomes.length > 0) email.current?.focus()
  }, [failure, outcomes])
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
      <AddressField {...field('email')} ref={email} label={t('inviteEmail')} note={t('inviteHint')} disabled={busy} />
      <Select
        name={role.name}
        label={t('role')}
        disabled={busy}
        value={role.value}
        options={roles.map((value) => ({ value, name: roleName(value) }))}
        onChange={role.onChange}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2 md:col-span-2 md:flex xl:col-span-1 xl:pt-6.5">
        <FormButtons
          submit={t(sendsMail ? 'sendInvitation' : 'createLinks')}
          busy={busy ? t(sendsMail ? 'sending' : 'creating') : undefined}
          isHeld
          onCancel={onClose}
        />
      </div>
      <div className="col-span-full empty:hidden">
        <FormFailure {...refusalOf(failure, t('inviteFailed'))} />
      </div>
      {outcomes.length > 0 && <OutcomeList outcomes={outcomes} />}
    </form>
  )
}
