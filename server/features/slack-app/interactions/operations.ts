import { requireProvider } from '#server/config/providers.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { isSigned } from '#server/providers/slack/signature.ts'
import { receiveRequests } from '#server/providers/slack/socket.ts'
import type { Services } from '#server/services.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import { prefill } from '#contract/new-report.ts'
import { emptyReport, reportFields, requiredFields, type ReportField, withChanges } from '#contract/report-fields.ts'
import { ReportPatch } from '#contract/reports.ts'
import { memberScope } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { withWriteKey } from '#server/access/idempotency.ts'
import { AnsweredBefore } from '#server/db/idempotency.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { linkTo } from '#server/text/day-in-words.ts'
import { lockMember } from '#server/features/blockers/operations.ts'
import { upsertReport } from '#server/features/reports/daily-reports/operations.ts'
import { saveReply, deleteReply } from '#server/features/slack-app/replies/operations.ts'
import { markRevoked } from '#server/features/chat/slack-health/operations.ts'
import { slackOf } from '#server/features/chat/slack/operations.ts'
import { settingsOf } from '#server/db/accounts/settings.ts'
import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import { type Person, readRequest, type SlackRequest } from '#server/providers/slack/requests.ts'
import { openView } from '#server/providers/slack/changes.ts'
import { openDirectMessage, postMessage } from '#server/providers/slack/slack.ts'
import { reportView } from '#server/providers/slack/report-view.ts'
import { texts } from '#server/text/texts.ts'
import { hashOf, isSame, type Metadata, readMetadata } from './dialog-metadata.ts'
import { reportViewText } from './report-view-text.ts'
import * as requests from './sql.ts'

type Sent = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/**
 * Handles an HTTP request of Slack after verifying its signature.
 * @returns the response body; undefined if it is empty
 * @throws AppError provider_not_set_up, not_signed_in
 */
export async function answerSigned(services: Services, { headers, body }: Sent): Promise<object | undefined> {
  const { signingSecret } = requireProvider(services, 'slack')
  if (!signingSecret) throw new AppError('provider_not_set_up')
  const sent = { at: headers['x-slack-request-timestamp'], signature: headers['x-slack-signature'] }
  if (!isSigned(signingSecret, { ...sent, body }, services.now())) {
    services.logEvent('slack_request_refused')
    throw new AppError('not_signed_in')
  }
  const payload = payloadOf(body.toString(), String(headers['content-type']))
  // With this request, Slack verifies an address that was just entered in the app's settings.
  if (payload?.['type'] === 'url_verification') return { challenge: payload['challenge'] }
  return answerSlack(services, payload)
}

/**
 * Handles the payloads of one Socket Mode connection until it ends.
 * @throws ProviderFailure if no connection can be opened; AppError provider_not_set_up
 */
export async function receiveSlackRequests(
  services: Services,
  until: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const { apiUrl, appToken } = requireProvider(services, 'slack')
  if (!appToken) throw new AppError('provider_not_set_up')
  await receiveRequests({ apiUrl, appToken }, (payload) => answerSlack(services, payload), until)
}

/** Parses the body: events are JSON, commands are forms, and interactions are forms with JSON in their only field. */
function payloadOf(text: string, type: string): Record<string, unknown> | undefined {
  if (type.startsWith('application/json')) return parsed(text)
  const form = new URLSearchParams(text)
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : parsed(payload)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * The time limit for opening a dialog. Slack allows three seconds after the press of a button (Slack, "Trigger IDs").
 */
const openTimeoutMs = 2_500 // milliseconds

/** The member who uses Slack. `teamName`: undefined if the person can report in one team only. */
type Asking = { scope: Scope; language: Language; teamName: string | undefined }
/** The response to Slack: shows a text, or marks errors in the dialog. */
type Answer = { text: string; response_type: 'ephemeral' } | { response_action: 'errors'; errors: object } | undefined

/**
 * Handles a Slack payload from HTTP or Socket Mode. A repeated payload changes nothing.
 * @returns the text or errors for Slack to show, undefined if there are none
 */
async function answerSlack(services: Services, payload: unknown): Promise<Answer> {
  const request = readRequest(payload)
  if (request?.kind === 'command') return answerCommand(services, request)
  if (request?.kind === 'button') return answerButton(services, request)
  if (request?.kind === 'submission') return takeReport(services, request)
  if (request?.kind === 'reply') await saveReply(services, request)
  if (request?.kind === 'reply-gone') await deleteReply(services, request)
  if (request?.kind === 'revoked') await markRevoked(services, request)
  return undefined
}

async function answerCommand(services: Services, request: SlackRequest & { kind: 'command' }): Promise<Answer> {
  const text = await open(services, request)
  return text === undefined ? undefined : { response_type: 'ephemeral', text }
}

/** Opens the dialog. Slack shows no response to the press of a button, so a text is sent as a message. */
async function answerButton(services: Services, request: SlackRequest & { kind: 'button' }): Promise<undefined> {
  const text = await open(services, request)
  if (text === undefined) return
  const slack = await slackOf(services, request.teamId)
  if (!slack || slack.workspaceId !== request.workspaceId) return
  const channel = await openDirectMessage(slack, slack.botToken, request.personId)
  await postMessage(slack, slack.botToken, { channel, text })
}

/** Opens the dialog. @returns the text for a person who gets no dialog */
async function open(
  services: Services,
  request: Person & { triggerId: string; teamId?: string },
): Promise<string | undefined> {
  const { config, database, now } = services
  const asking = await whoAsks(services, request, request.teamId)
  if (!asking) return connectFirst(services, request)
  const { scope, language, teamName } = asking
  const { day, words, seen } = await withTeamTransaction(database, scope, async (db) => {
    const today = await requests.selectDay(db, scope, now())
    const own = await requests.selectOwn(db, scope, today.today)
    return {
      day: own ? { ...today, report_time: own.report_time } : today,
      words: own ?? prefill(await requests.selectBefore(db, scope), today.report_time),
      seen: own ? hashOf(own) : null,
    }
  })
  const link = linkTo(config.publicUrl, day.today)
  const view = reportView(reportViewText(language, day, teamName), {
    words,
    link,
    metadata: JSON.stringify({ team: scope.teamId, day: day.today, seen } satisfies Metadata),
  })
  try {
    const slack = await slackOf(services, scope.teamId)
    if (slack)
      await openView({ ...slack, signal: AbortSignal.timeout(openTimeoutMs) }, slack.botToken, {
        triggerId: request.triggerId,
        view,
      })
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const translate = texts(language)
    return `${mrkdwn(translate('slackReport.cannotOpen'))}\n${mrkdwnLink(link, translate('messages.writeReport'))}`
  }
}

async function whoAsks({ database }: Services, person: Person, teamId?: string): Promise<Asking | undefined> {
  const members = await withEveryTeamTransaction(database, (db) => requests.selectMembers(db, person))
  const member = members.find(({ team_id }) => teamId === undefined || team_id === teamId)
  if (!member) return undefined
  const scope = memberScope({ teamId: member.team_id, userId: member.user_id })
  const language = settingsOf(member.settings).language ?? member.language
  return { scope, language, teamName: members.length > 1 ? member.team_name : undefined }
}

async function connectFirst({ config, database }: Services, { workspaceId }: Person): Promise<string> {
  const language = await withEveryTeamTransaction(database, (db) => requests.selectLanguage(db, workspaceId))
  const translate = texts(language ?? defaultLanguage)
  const link = mrkdwnLink(`${config.publicUrl}/settings?tab=user`, translate('slackReport.connect'))
  return `${mrkdwn(translate('slackReport.connectFirst'))}\n${link}`
}

async function takeReport(services: Services, request: SlackRequest & { kind: 'submission' }): Promise<Answer> {
  const metadata = readMetadata(request.metadata)
  const asking = metadata && (await whoAsks(services, request, metadata.team))
  if (!asking) return refused(firstField, await connectFirst(services, request))
  const translate = texts(asking.language)
  const { words } = request
  const missing = requiredFields.filter((field) => words[field]?.trim() === '')
  if (missing.length > 0) return refusedAll(missing, translate('fieldErrors.required'))
  const draft = ReportPatch.safeParse({ report_date: metadata.day, ...words })
  if (!draft.success) {
    const named = reportFields.filter((field) => draft.error.issues.some(({ path }) => path[0] === field))
    return refusedAll(named.length > 0 ? named : [firstField], translate('fieldErrors.invalid_characters'))
  }
  try {
    await file(services, asking.scope, `slack ${request.viewId}`, draft.data, metadata.seen)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(firstField, translate(`errors.${error.code}`))
  }
}

/**
 * Creates the report, or changes the one that the dialog showed. Does so once for each dialog (E2.07).
 * @param seen the hash of the report that the dialog showed; null if there was none
 * @throws AppError report_changed: the report's text is no longer the one that the dialog showed
 */
async function file(
  services: Services,
  scope: Scope,
  key: string,
  write: ReportPatch,
  seen: string | null | undefined,
): Promise<void> {
  const find = async (db: Db) => {
    await lockMember(db, scope)
    const own = await requests.selectOwn(db, scope, write.report_date)
    const isAsShown = !own || seen === undefined || hashOf(own) === seen
    if (!isAsShown && !isSame(own, withChanges({ ...emptyReport, ...own }, write))) throw new AppError('report_changed')
    return own?.id
  }
  try {
    const once = withWriteKey(services, scope, { key, sent: JSON.stringify(write), answerOf: () => nothing })
    await upsertReport(services, once, write, { find })
  } catch (error) {
    // The same submission of this dialog is being processed, or has been processed already.
    if (error instanceof AnsweredBefore || (error instanceof AppError && error.code === 'in_progress')) return
    // The member has changed the text since an earlier submission, to which Slack got no response in time.
    if (error instanceof AppError && error.code === 'key_reused') throw new AppError('report_changed')
    throw error
  }
}

const nothing = { status: 204, headers: {}, body: undefined }

const firstField = reportFields[0]
const refused = (field: ReportField, message: string): Answer => refusedAll([field], message)
const refusedAll = (fields: readonly ReportField[], message: string): Answer => ({
  response_action: 'errors',
  errors: Object.fromEntries(fields.map((field) => [field, message])),
})
