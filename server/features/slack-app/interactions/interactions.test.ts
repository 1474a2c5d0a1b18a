import { afterEach, describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import { texts } from '#server/text/texts.ts'
import { openSlack } from '#server/features/chat/slack/testing/slack-team.ts'
import { pressedTeam, today } from './testing/pressing.ts'

const slack = await openSlack()
const here = () => pressedTeam(slack)
afterEach(() => expect(slack.refusals).toEqual([]))

/** The fields of a dialog. Slack sends null for a field that was left empty. */
const words = { yesterday_work: 'レビュー', today_plan: '設計', issues: null }
const written = { report_date: today, ...words, issues: '' }

describe('what Slack calls', () => {
  test.each([
    ['another app has signed', { secret: 'x' }],
    ['is older than five minutes', { at: -301 }],
    ['is from the future', { at: 301 }],
  ])('a Slack request that %s is refused', async (_, how) => {
    const { post, submission, reports } = await here()
    expect((await post(submission(words), how)).status).toBe(401)
    expect(await reports()).toEqual([])
  })

  test('a Slack request without a signature is rejected', async () => {
    const { visitor } = await here()
    expect((await visitor().post('/slack/requests', { type: 'url_verification' })).status).toBe(401)
  })

  test('the server answers Slack’s test of the server’s address', async () => {
    const { post } = await here()
    const answer = await post(JSON.stringify({ type: 'url_verification', challenge: '3eZbrw' }), {
      type: 'application/json',
    })
    expect(answer).toMatchObject({ status: 200, body: { challenge: '3eZbrw' } })
  })

  test.each(['', 'payload=', 'payload={', 'payload=null', 'payload={"type":"view_submission"}', 'ssl_check=1', '[]'])(
    'a signed Slack request that is empty or unknown is accepted and ignored: “%s”',
    async (body) => {
      const { post } = await here()
      expect((await post(body)).status).toBe(200)
    },
  )
})

describe('the dialog (N9.02)', () => {
  test('/asakai opens a dialog with the prefilled text of a new report', async () => {
    const { me, post, command, shown, clock } = await here()
    await me.post('/daily-reports', { ...written, report_date: '2040-10-18', issues: '待ち' })
    const answer = await post(await command())
    expect([answer.status, answer.body]).toEqual([200, ''])
    expect(shown()).toMatchObject({
      type: 'modal',
      title: { text: '日報' },
      submit: { text: '提出する' },
      blocks: [
        { text: { text: '10月19日(金)の日報' } },
        { block_id: 'yesterday_work', label: { text: '昨日やったこと' }, element: { initial_value: '設計' } },
        { block_id: 'today_plan', label: { text: '今日やること' }, element: { initial_value: '設計' } },
        { block_id: 'issues', optional: true, element: { initial_value: '待ち' } },
      ],
    })
    expect(clock.now.toISOString()).toContain(today)
  })

  test('the button of a reminder in Slack opens the dialog in the member’s language', async () => {
    const { me, post, press, shown } = await here()
    await me.patch('/users/me/settings', { ...defaultSettings, language: 'de' })
    expect((await post(await press())).status).toBe(200)
    expect(shown()).toMatchObject({ title: { text: 'Tagesbericht' }, submit: { text: 'Abgeben' } })
  })

  test('the Slack dialog shows an existing report', async () => {
    const { me, post, command, shown } = await here()
    await me.post('/daily-reports', { report_date: today, yesterday_work: 'a', today_plan: 'b', issues: '' })
    await post(await command())
    expect(
      shown()
        .blocks.slice(1)
        .map(({ element }: never) => (element as { initial_value?: string }).initial_value),
    ).toEqual(['a', 'b', undefined])
  })

  test('Slack shows a link instead of the dialog if a field has more than 3,000 characters', async () => {
    const { me, post, command, shown } = await here()
    await me.post('/daily-reports', { ...written, issues: 'あ'.repeat(3_001) })
    await post(await command())
    expect(shown().blocks.at(-1).elements).toMatchObject([{ url: `http://localhost:3000/?date=${today}` }])
    expect(shown().submit).toBeUndefined()
  })

  test('the Slack dialog opens if a field has 3,000 characters', async () => {
    const { me, post, command, shown } = await here()
    await me.post('/daily-reports', { ...written, issues: '&'.repeat(3_000) })
    await post(await command())
    expect(shown().blocks).toHaveLength(4)
  })

  test('a person in Slack without a linked member sees how to connect', async () => {
    const { post, command, slackId, press } = await here()
    const answer = await post(await command(slackId('yui')))
    expect(answer.body).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringContaining('/settings?tab=user'),
    })
    await post(await press(slackId('yui')))
    expect(slack.sent('chat.postMessage')).toMatchObject([{ text: expect.stringContaining('/settings?tab=user') }])
    expect(slack.sent('views.open')).toEqual([])
  })

  test('the member gets a link to the web if Slack does not open the dialog', async () => {
    const { post, command, trigger, misaki } = await here()
    const once = await trigger()
    await post(await command(misaki, once))
    expect((await post(await command(misaki, once))).body).toBe('')
    expect((await post(await command(misaki, 'of long ago'))).body.text).toContain(`?date=${today}`)
    slack.setFault('views.open', 'hanging up')
    expect((await post(await command())).body.text).toContain(`?date=${today}`)
  })
})

describe('a dialog that is submitted', () => {
  test('a submitted Slack dialog creates the same report as the web form', async () => {
    const { post, command, submission, reports } = await here()
    await post(await command())
    expect(await post(submission(words))).toMatchObject({ status: 200, body: '' })
    expect(await reports()).toMatchObject([
      { yesterday_work: 'レビュー', today_plan: '設計', issues: '', status: 'submitted' },
    ])
  })

  test('a submitted dialog whose blocker field says “none” creates no blocker (E3.01)', async () => {
    const { me, post, command, submission, reports } = await here()
    await post(await command())
    expect(await post(submission({ ...words, issues: '特になし。' }))).toMatchObject({ status: 200, body: '' })
    expect(await reports()).toMatchObject([{ issues: '特になし。' }])
    expect((await me.get('/blockers')).body.blockers).toEqual([])
  })

  test('a submitted Slack dialog mentions the members that its text names (E5.16)', async () => {
    const { post, command, submission, person } = await here()
    const ren = await person('早川')
    const { family_name, first_name } = (await ren.get('/users/me')).body
    const name = `${family_name} ${first_name}`
    await post(await command())
    await post(submission({ ...words, issues: `@${name} 待ち` }))
    expect((await ren.get('/mentions')).body.mentions).toMatchObject([{ comment_id: null, body: `@${name} 待ち` }])
  })

  test('a submitted Slack dialog changes the report that the dialog shows', async () => {
    const { me, post, command, submission, reports } = await here()
    await me.post('/daily-reports', { report_date: today, yesterday_work: 'a', today_plan: 'b', issues: '' })
    await post(await command())
    expect((await post(submission(words))).body).toBe('')
    expect(await reports()).toMatchObject([{ yesterday_work: 'レビュー', status: 'edited' }])
  })

  test.each([
    ['written', false],
    ['changed', true],
  ])('a submitted dialog does not replace a report that was %s on the web meanwhile (E2.07)', async (_, isThere) => {
    const { me, post, command, submission, reports } = await here()
    const older = { report_date: today, yesterday_work: 'a', today_plan: 'b', issues: '' }
    const { body } = isThere ? await me.post('/daily-reports', older) : { body: undefined }
    await post(await command())
    const newer = { ...older, today_plan: '新しい予定' }
    if (isThere) await me.put(`/daily-reports/${body.id}`, newer)
    else await me.post('/daily-reports', newer)
    const refused = { yesterday_work: texts('ja')('errors.report_changed') }
    expect((await post(submission(words))).body).toEqual({ response_action: 'errors', errors: refused })
    expect(await reports()).toMatchObject([{ today_plan: '新しい予定' }])
    await post(await command())
    expect((await post(submission(words, { viewId: 'V2' }))).body).toBe('')
    expect(await reports()).toMatchObject([{ today_plan: '設計' }])
  })

  test('the Slack dialog shows at each field what is missing', async () => {
    const { post, submission, reports } = await here()
    const { body } = await post(submission({ yesterday_work: ' ', today_plan: null, issues: 'x' }))
    expect(body).toEqual({
      response_action: 'errors',
      errors: { yesterday_work: '入力してください', today_plan: '入力してください' },
    })
    expect((await post(submission(words))).body).toBe('')
    expect(await reports()).toHaveLength(1)
  })

  test('a Slack dialog of a disconnected, deactivated or unknown person stores no report', async () => {
    const { me, post, submission, reports, slackId } = await here()
    const stranger = await post(submission(words, { personId: slackId('yui') }))
    expect(stranger.body.errors.yesterday_work).toContain('/settings?tab=user')
    await me.delete('/connections/slack')
    expect((await post(submission(words))).body.response_action).toBe('errors')
    expect(await reports()).toEqual([])
  })

  test('a changed second submission of a dialog is refused, so that its text stays in the dialog', async () => {
    const { post, submission, reports } = await here()
    expect((await post(submission(words))).body).toBe('')
    const refused = { yesterday_work: texts('ja')('errors.report_changed') }
    const second = await post(submission({ ...words, today_plan: '新しい予定' }))
    expect(second.body).toEqual({ response_action: 'errors', errors: refused })
    expect(await reports()).toMatchObject([{ today_plan: '設計' }])
  })

  test('a dialog that Slack sends repeatedly creates one report', async () => {
    const { me, post, submission, reports } = await here()
    const body = submission(words)
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, () => post(body)))
    expect(await reports()).toMatchObject([{ today_plan: '設計', status: 'submitted' }])
    // The same submission arrives again, and must not undo the later change.
    const [{ id } = { id: '' }] = await reports()
    await me.put(`/daily-reports/${id}`, { ...written, today_plan: '新しい計画' })
    await post(body)
    expect(await reports()).toMatchObject([{ today_plan: '新しい計画' }])
    await me.delete(`/daily-reports/${id}`)
    await post(body)
    expect(await reports()).toEqual([])
  })
})
