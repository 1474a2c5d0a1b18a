import type { Language } from '#contract/languages.ts'
import { providers } from '#contract/providers.ts'
import type { SlackAssigned, SlackAssignment, SlackLinked, SlackUser } from '#contract/slack.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { inviteThrough } from '#server/features/team/invitations/operations.ts'
import { connectedSlack, linkMembers, linkToMember, slackMembers } from '#server/features/chat/slack/operations.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { findPerson, listPeople, openDirectMessage, postMessage } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { isPerson } from './policy.ts'

/**
 * Returns the people in the team's workspace, without bots, former users and guests of other workspaces.
 * @throws ProviderFailure and AppError provider_not_set_up, not_connected
 */
export async function listSlackUsers(services: Services, scope: Scope): Promise<SlackUser[]> {
  const slack = await connectedSlack(services, scope)
  const people = (await listPeople(slack, slack.botToken)).filter(isPerson)
  const members = await slackMembers(services, scope)
  const linked = new Set(members.map(({ subject }) => subject))
  const known = new Set(members.flatMap(({ email_key, subject }) => (subject ? [email_key, subject] : [email_key])))
  return people.map(({ id, real_name, name, profile }) => ({
    id,
    real_name: real_name ?? profile?.real_name ?? name ?? id,
    is_existing_user: known.has(id) || (!!profile?.email && known.has(emailKey(profile.email))),
    is_linked: linked.has(id),
    profile: {
      image_original: profile?.image_original ?? null,
      display_name_normalized: profile?.display_name_normalized ?? null,
      email: profile?.email ?? null,
    },
  }))
}

/**
 * Links everyone in the workspace with the member who has proven the same address.
 * @throws ProviderFailure and AppError provider_not_set_up, not_connected
 */
export async function linkEverybody(services: Services, scope: Scope): Promise<SlackLinked> {
  const slack = await connectedSlack(services, scope)
  const people = (await listPeople(slack, slack.botToken))
    .filter(isPerson)
    .flatMap(({ id, profile }) => (profile?.email ? [{ slackId: id, email: profile.email }] : []))
  return { linked: await linkMembers(services, scope, { workspaceId: slack.workspaceId, people }) }
}

/**
 * Links a person of the workspace with the member who has their address. A person without an account gets an invitation
 * as a direct message.
 * @param language used if the inviter has chosen no language
 * @throws ProviderFailure and AppError provider_not_set_up, not_connected, already_invited, too_many_attempts
 */
export async function assign(
  services: Services,
  scope: Scope,
  { id, email }: SlackAssignment,
  language: Language,
): Promise<SlackAssigned> {
  const slack = await connectedSlack(services, scope)
  const person = await findPerson(slack, slack.botToken, id)
  if (!isPerson(person)) throw new ProviderFailure(providers.slack.name, 'not_found')
  const theirEmail = person.profile?.email
  // Slack decides which address belongs to the person, not the caller.
  if (!theirEmail || emailKey(theirEmail) !== emailKey(email))
    throw new AppError('invalid_input', { field: { name: 'email', code: 'invalid' } })
  if (await linkToMember(services, scope, { workspaceId: slack.workspaceId, slackId: person.id, email }))
    return { outcome: 'linked' }
  const channel = await openDirectMessage(slack, slack.botToken, person.id)
  await inviteThrough(services, scope, { email, role: 'member' }, language, async (text) => {
    await postMessage(slack, slack.botToken, { channel, text: mrkdwn(text) })
  })
  return { outcome: 'invited' }
}
