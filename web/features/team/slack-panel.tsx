import { normalized } from '#contract/normalized.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SlackUser } from '#contract/slack.ts'
import { hueOf, initialsOfName } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { invitationsQuery, useAssign, useLinkEverybody } from './queries.ts'
import { SearchBox } from './search-box.tsx'
import { StatusDot } from './status-dot.tsx'
import { useFailureToast } from './use-failure-toast.ts'

const shownAtMost = 50 // people; a workspace may have thousands

/** Lists all people in the Slack workspace. Members can be linked to their account there, others can be invited. */
export function SlackPanel({ id, users, onClose }: { id: string; users: SlackUser[]; onClose: () => void }) {
  const t = useTranslations('team')
  const heading = useId()
  const [search, setSearch] = useState('')
  const found = users.filter((user) => matches(user, search))
  const left = found.length - shownAtMost
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const invited = new Set(invitations.filter(({ status }) => status === 'pending').map(({ email }) => keyOf(email)))
  return (
    <section id={id} aria-labelledby={heading} className="mt-5 mb-4">
      <header className="flex items-center gap-3 pb-2">
        <h2 id={heading} className="t-17b">
          {t('slackUsers')}
        </h2>
        <p className="mr-auto t-12 text-text-3">{t('people', { count: users.length })}</p>
        {users.some(canBeLinked) && <LinkEverybody />}
        <CloseButton label={t('closeSlack')} onClick={onClose} />
      </header>
      {users.length > shownAtMost && (
        <div className="pb-3">
          <SearchBox label={t('searchMembers')} value={search} onChange={setSearch} />
        </div>
      )}
      {users.length > 0 && found.length === 0 && <p className="pb-3 t-14 text-text-2">{t('noMatch', { search })}</p>}
      {users.length === 0 ? (
        <p className="border-t-2 border-rule-ink py-4 t-14 text-text-2">{t('noSlackUsers')}</p>
      ) : (
        <table className="w-full border-collapse border-t-2 border-rule-ink text-left" aria-labelledby={heading}>
          <thead className="t-12 text-text-3">
            <tr className="border-b border-rule">
              <th scope="col" className="py-2 pr-4 font-normal">
                {t('slackUser')}
              </th>
              <th scope="col" className="py-2 pr-4 font-normal max-md:hidden">
                {t('slackStatus')}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t('slackAction')}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shownAtMost).map((user) => (
              <SlackRow key={user.id} user={user} invited={invited.has(keyOf(user.profile?.email ?? ''))} />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && <p className="pt-3 t-12 text-text-3">{t('slackMore', { count: left })}</p>}
    </section>
  )
}

const canBeLinked = ({ is_existing_user, is_linked, profile }: SlackUser) =>
  is_existing_user && !is_linked && !!profile?.email

function LinkEverybody() {
  const t = useTranslations('team')
  const links = useLinkEverybody()
  const toastFailure = useFailureToast()
  const link = () =>
    links.mutate(undefined, {
      onSuccess: ({ linked }) =>
        linked > 0 ? toast.success(t('slackLinkedAll', { count: linked })) : toast.info(t('slackLinkedNobody')),
      onError: (error) => toastFailure(t('slackLinkFailed'), error),
    })
  return (
    <Button kind="line" small busy={links.isPending ? t('sending') : undefined} onClick={link}>
      {t('slackLinkAll')}
    </Button>
  )
}

const nameOf = ({ id, real_name, profile }: SlackUser) =>
  profile?.display_name_normalized?.trim() || real_name || profile?.email || id

function matches(user: SlackUser, search: string): boolean {
  const text = [nameOf(user), user.real_name, user.profile?.email ?? ''].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** Normalizes an email address as the server does. */
const keyOf = (email: string) => normalized(email, 'NFC').toLowerCase()

/** @param props.invited whether the person has an open invitation */
function SlackRow({ user, invited }: { user: SlackUser; invited: boolean }) {
  const t = useTranslations('team')
  const assign = useAssign()
  const toastFailure = useFailureToast()
  const { id, is_existing_user: exists } = user
  const { email, image_original } = user.profile ?? {}
  const name = nameOf(user)

  const onAssign = (address: string) =>
    assign.mutate(
      { id, email: address },
      {
        // The server decides between linking and inviting: the person may have become a member since the list was
        // fetched.
        onSuccess: ({ outcome }) =>
          toast.success(outcome === 'linked' ? t('slackLinked', { name }) : t('slackInvited', { name })),
        onError: (error) => toastFailure(exists ? t('slackLinkFailed') : t('slackInviteFailed'), error),
      },
    )

  return (
    <tr className="border-b border-rule">
      <th scope="row" className="w-full max-w-0 py-3 pr-4 font-normal md:w-3/4">
        <span className="flex gap-3">
          <Avatar initials={initialsOfName(name)} hue={hueOf(id)} picture={image_original ?? undefined} size={32} />
          <span className="min-w-0">
            <span className="block t-14b">{name}</span>
            <span className="block truncate t-12 text-text-3" title={email ?? undefined}>
              {email || t('noEmail')}
            </span>
          </span>
        </span>
      </th>
      <td className="py-3 pr-4 align-top max-md:hidden">
        <StatusDot on={exists}>{t(exists ? 'slackExists' : 'slackUnknown')}</StatusDot>
      </td>
      <td className="py-3 text-right whitespace-nowrap">
        {user.is_linked ? (
          <span className="t-12 text-text-3">{t('slackIsLinked')}</span>
        ) : email && !exists && invited ? (
          <span className="t-12 text-text-3">{t('slackIsInvited')}</span>
        ) : email ? (
          <Button
            kind={exists ? 'line' : 'ghost'}
            small
            busy={assign.isPending ? t('sending') : undefined}
            aria-label={exists ? t('slackLinkOf', { name }) : t('slackInviteOf', { name })}
            onClick={() => onAssign(email)}
          >
            {t(exists ? 'slackLink' : 'slackInvite')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
