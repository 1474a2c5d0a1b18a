import { readProviders } from '#server/config/providers.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { signatureOf } from '#server/providers/slack/signature.ts'
import { slackClient, type startSlack } from '#server/testing/slack.ts'
import { slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const signingSecret = 'the signing secret of the stand-in'
/** Friday, 10:00 in Tokyo. */
const friday = new Date('2040-10-19T01:00:00Z')
export const today = '2040-10-19'
export const workspaceId = 'T000000001'

/** Creates a team in a deployment. The deployment gets requests from its Slack app. */
export async function pressedTeam(slack: Awaited<ReturnType<typeof startSlack>>, options: { logLevel?: 'warn' } = {}) {
  const providers = readProviders(
    readerOf({
      SLACK_CLIENT_ID: slackClient.clientId,
      SLACK_CLIENT_SECRET: slackClient.clientSecret,
      SLACK_API_URL: slack.apiUrl,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_APP_TOKEN: 'xapp-1-of-the-stand-in',
    }),
  )
  const here = await slackTeam(slack, { providers, now: new Date(friday), ...options })
  const me = await here.person('佐伯')
  await here.connect(me.user.id, 'misaki')
  // Deletes the workspaces of earlier tests: they have the same people, so Slack's requests would match several
  // members.
  await withEveryTeamTransaction(here.database, (db) =>
    db.deleteFrom('slack_workspaces').where('team_id', '<>', here.teamId).execute(),
  )
  slack.calls.length = 0
  const { botToken } = (await here.slackOf())!
  const misaki = here.slackId('misaki')

  /**
   * Posts a request with Slack's signature.
   * @param more.at seconds after now
   * @param more.secret the signing secret of another app
   */
  const post = (body: string, { type = 'application/x-www-form-urlencoded', at = 0, secret = signingSecret } = {}) => {
    const stamp = String(Math.floor(here.clock.now.getTime() / 1_000) + at)
    return here.visitor().post('/slack/requests', body, {
      'content-type': type,
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': signatureOf(secret, stamp, body),
    })
  }
  /** Returns a trigger id from Slack, as for a person's press of a button. It is valid for three seconds. */
  const trigger = async (personId = misaki): Promise<string> => {
    const answer = await fetch(`${slack.apiUrl}/views.generateTriggerId`, {
      method: 'POST',
      headers: { authorization: `Bearer ${botToken}` },
      body: new URLSearchParams({ user_id: personId }),
    })
    return ((await answer.json()) as { trigger_id: string }).trigger_id
  }
  const commanded = async (personId = misaki, triggerId?: string) => ({
    command: '/asakai',
    text: '',
    team_id: workspaceId,
    user_id: personId,
    trigger_id: triggerId ?? (await trigger(personId)),
  })
  const command = async (...of: Parameters<typeof commanded>) => form(await commanded(...of))
  const payload = (value: object) => form({ payload: JSON.stringify(value) })
  /** Returns the payload that submits the dialog that was opened last. */
  const submitted = (words: Record<string, string | null>, { personId = misaki, viewId = 'V1' } = {}) => ({
    type: 'view_submission',
    ...who(personId),
    view: {
      id: viewId,
      callback_id: 'report',
      private_metadata: shown()?.private_metadata ?? JSON.stringify({ team: here.teamId, day: today }),
      state: {
        values: Object.fromEntries(
          Object.entries(words).map(([field, value]) => [field, { text: { type: 'plain_text_input', value } }]),
        ),
      },
    },
  })
  const who = (personId: string) => ({ team: { id: workspaceId }, user: { id: personId } })
  const press = async (personId = misaki) =>
    payload({
      type: 'block_actions',
      ...who(personId),
      trigger_id: await trigger(personId),
      actions: [{ action_id: 'write_report', value: here.teamId }],
    })
  const submission = (...of: Parameters<typeof submitted>) => payload(submitted(...of))
  // oxlint-disable-next-line typescript/no-explicit-any -- each test checks the parts of the view that concern it
  const shown = (): any => {
    const view = slack.sent('views.open').at(-1)?.['view']
    return view === undefined ? undefined : JSON.parse(view)
  }
  const reports = async () => (await me.get(`/daily-reports?report_date=${today}`)).body.reports as Report[]
  return { ...here, me, misaki, post, trigger, command, commanded, press, submission, submitted, shown, reports }
}

type Report = { id: string; yesterday_work: string; today_plan: string; issues: string; status: string }

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
