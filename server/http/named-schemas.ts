import * as z from 'zod/mini'
import * as absences from '#contract/absences.ts'
import * as activity from '#contract/activity.ts'
import * as backlogs from '#contract/backlogs.ts'
import * as backups from '#contract/backups.ts'
import * as beginning from '#contract/beginning.ts'
import * as blockers from '#contract/blockers.ts'
import * as calendarAddress from '#contract/calendar-address.ts'
import * as comments from '#contract/comments.ts'
import * as connections from '#contract/connections.ts'
import * as dashboard from '#contract/dashboard.ts'
import * as deployment from '#contract/deployment.ts'
import * as deploymentState from '#contract/deployment-state.ts'
import * as emailProof from '#contract/email-proof.ts'
import * as events from '#contract/events.ts'
import * as expected from '#contract/expected.ts'
import * as exported from '#contract/export.ts'
import * as frequentTasks from '#contract/frequent-tasks.ts'
import * as holidays from '#contract/holidays.ts'
import * as imported from '#contract/import.ts'
import * as insights from '#contract/insights.ts'
import * as invitations from '#contract/invitations.ts'
import * as mcp from '#contract/mcp.ts'
import * as memberSetups from '#contract/member-setups.ts'
import * as monthlyReports from '#contract/monthly-reports.ts'
import * as months from '#contract/months.ts'
import * as notMe from '#contract/not-me.ts'
import * as notifications from '#contract/notifications.ts'
import * as passkeys from '#contract/passkeys.ts'
import * as passwords from '#contract/passwords.ts'
import * as problem from '#contract/problem.ts'
import * as reports from '#contract/reports.ts'
import * as search from '#contract/search.ts'
import * as sessions from '#contract/sessions.ts'
import * as signIn from '#contract/sign-in.ts'
import * as slack from '#contract/slack.ts'
import * as tries from '#contract/tries.ts'
import * as tokens from '#contract/tokens.ts'
import * as leaving from '#contract/leaving.ts'
import * as users from '#contract/users.ts'
import * as webhooks from '#contract/webhooks.ts'
import * as week from '#contract/week.ts'

const nouns = [
  absences,
  activity,
  backlogs,
  backups,
  beginning,
  blockers,
  calendarAddress,
  comments,
  connections,
  dashboard,
  deployment,
  deploymentState,
  emailProof,
  events,
  expected,
  exported,
  frequentTasks,
  holidays,
  imported,
  insights,
  invitations,
  leaving,
  mcp,
  memberSetups,
  monthlyReports,
  months,
  notMe,
  notifications,
  passkeys,
  passwords,
  problem,
  reports,
  search,
  sessions,
  signIn,
  slack,
  tokens,
  tries,
  users,
  webhooks,
  week,
]

/** The shapes of `contract/` by their names. */
export const namedSchemas = z.registry<{ id: string }>()
for (const noun of nouns)
  for (const [id, schema] of Object.entries(noun))
    if (schema instanceof z.core.$ZodType && /^[A-Z]/u.test(id)) namedSchemas.add(schema, { id })

type Json = { [key: string]: unknown }
export type OpenApi = Json & { components: { schemas: Json } }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const home = '#/components/schemas/'
export const nameIn = (reference: string) => reference.slice(home.length)

/**
 * Of each shape the transformation gives one that is answered and, as `…Input`, one that is sent; here they are one where they
 * are the same or only one is used, and what nobody refers to is left out. A client has to bear more than it knows.
 */
export function withoutTwins<Document>(document: Document & OpenApi): Document {
  const { schemas } = document.components
  const used = new Set<string>()
  const follow = (value: unknown) => {
    if (!isObject(value)) return
    if (value['additionalProperties'] === false) delete value['additionalProperties']
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' && typeof inner === 'string' && inner.startsWith(home) && nameIn(inner)
      if (!name) follow(inner)
      else if (!used.has(name)) {
        used.add(name)
        follow(schemas[name])
      }
    }
  }
  follow({ ...document, components: { ...document.components, schemas: {} } })
  const textOf = (name: string) => JSON.stringify(schemas[name]).replaceAll('Input"', '"')
  const twins = [...used].flatMap((sent) => {
    const answered = sent.replace(/Input$/u, '')
    return answered !== sent && (!used.has(answered) || textOf(sent) === textOf(answered)) ? [{ sent, answered }] : []
  })
  for (const { sent, answered } of twins) schemas[answered] = schemas[sent]
  const names = [...used].map((name) => twins.find(({ sent }) => sent === name)?.answered ?? name)
  const kept = Object.fromEntries([...new Set(names)].sort().map((name) => [name, schemas[name]]))
  const text = twins.reduce(
    (named, { sent, answered }) => named.replaceAll(`${home}${sent}"`, `${home}${answered}"`),
    JSON.stringify({ ...document, components: { ...document.components, schemas: kept } }),
  )
  return JSON.parse(text)
}
