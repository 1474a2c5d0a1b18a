import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Invitation, InvitationDraft, roles } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import { refusalOf } from '../../api/errors.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { keysIn, submitKeys } from '../../platform/keyboard-names.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { onEscape } from '../../hooks/use-editing.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { AddressField } from './address-field.tsx'
import { addressesIn } from './addresses.ts'
import { OutcomeList } from './outcome-list.tsx'
import { isInvitedAlready, type Outcome, useInvite } from './queries.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { useRoleName } from './use-role-name.ts'

/** `email`: the text as typed or pasted, with one address or more. */
const emptyDraft: InvitationDraft = { email: '', role: 'member' }

/** The columns for addresses, role and, if there is room, the buttons. */
const columns = 'lg:grid-cols-[minmax(0,26rem)_12rem] xl:grid-cols-[minmax(0,26rem)_12rem_auto]'

/**
 * Invites people by email address. The browser stores the text, so that it is still there after the form was closed
 * (N1.09). Addresses that could not be invited stay in the field.
 */
export function InviteForm({
  id,
  onLink,
  onClose,
  onInvited,
  sendsMail,
}: {
  id: string
  onLink: (id: string, link: string) => void
  onClose: () => void
  /** Called if all addresses in the list were invited by email. */
  onInvited: () => void
  /** Whether invitations are sent by email. If not, each one returns a link for the administrator to send. */
  sendsMail: boolean
}) {
  const t = useTranslations('team')
  const language = useLocale()
  const roleName = useRoleName()
  const check = useCheck()
  const invite = useInvite()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  /** The open invitation of a typed address that the administrator wants to renew. `email`: the address as typed. */
  const [renewing, setRenewing] = useState<{ email: string; invitation: Invitation }>()
  const email = useRef<HTMLTextAreaElement>(null)
  const isValid = (address: string) => InvitationDraft.shape.email.safeParse(address).success

  const { busy, failure, props, field, draft } = useStoredForm({
    key: useFormKey('invite'),
    start: emptyDraft,
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
      toastOutcomes(all)
      return all
    },
    onSent: (all) => {
      const left = all.filter((outcome) => !outcome.invitation && !isInvitedAlready(outcome))
      if (all.every(({ invitation }) => invitation && !invitation.link)) return onInvited()
      setOutcomes(all)
      if (left.length === 0) draft.discard()
      else field('email').onChange(left.map((outcome) => outcome.email).join('\n'))
    },
  })
  const toastOutcomes = (all: Outcome[]) => {
    if (all.some(({ invitation }) => !invitation)) return // the form shows the failures
    const isByLink = all.some(({ invitation }) => invitation?.link)
    if (all.length === 1) toast.success(t(isByLink ? 'inviteCreated' : 'inviteSent', { email: all[0]!.email }))
    else toast.success(t(isByLink ? 'invitesCreated' : 'invitesSent', { count: all.length }))
  }
  const onRenewed = (email: string, { id, link }: Partial<Invitation>) => {
    if (id && link) onLink(id, link)
    const invitation = link ? { link } : {}
    setOutcomes((all) => all.map((outcome) => (outcome.email === email ? { email, invitation } : outcome)))
  }
  const role = field('role')
  const cancel = useDiscard(draft, onClose)

  // The field was disabled during the request and has lost the focus. It gets the focus back after a failure.
  useEffect(() => {
    if (failure !== undefined || outcomes.length > 0) email.current?.focus()
  }, [failure, outcomes])
  return (
    <>
      <form
        {...props}
        id={id}
        aria-label={t('invite')}
        onKeyDown={onEscape(() => busy || onClose())}
        className={`mt-5 grid items-start gap-x-3 gap-y-4 rounded-3 bg-sunken p-4 xl:justify-start ${columns}`}
      >
        <DraftNotes draft={draft} />
        <AddressField
          {...field('email')}
          ref={email}
          label={t('inviteEmail')}
          note={t('inviteHint')}
          keysNote={t('inviteKeys', { keys: keysIn(language, submitKeys), isSent: sendsMail ? 'yes' : 'no' })}
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
        <div className="flex flex-wrap gap-2 max-lg:*:grow lg:col-span-2 xl:col-span-1 xl:pt-6.5">
          <FormButtons
            submit={t(sendsMail ? 'sendInvitation' : 'createLinks')}
            busy={busy ? t(sendsMail ? 'sending' : 'creating') : undefined}
            isHeld
            onCancel={cancel}
          />
        </div>
        <div className="col-span-full empty:hidden">
          <FormFailure {...refusalOf(failure, t('inviteFailed'))} />
        </div>
        {outcomes.length > 0 && (
          <OutcomeList outcomes={outcomes} onRenew={(email, invitation) => setRenewing({ email, invitation })} />
        )}
      </form>
      {/* Outside the form, because a submit of the dialog would bubble to the form and submit it as well. */}
      {renewing && (
        <RenewDialog
          invitation={renewing.invitation}
          onRenewed={(renewed) => onRenewed(renewing.email, renewed)}
          onClose={() => setRenewing(undefined)}
        />
      )}
    </>
  )
}
