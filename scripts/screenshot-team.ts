import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type Member, signUp } from '../e2e/members.ts'
import { type Database, inEveryTeam } from '../server/db/database.ts'

/** The day of the design's pictures. */
export const today = '2026-10-23'
export const clock = new Date('2026-10-23T09:41:00+09:00')

const team = [
  { family_name: '佐伯', first_name: '美咲', email: 'misaki.saeki@hinode.example' },
  { family_name: '早川', first_name: '蓮', email: 'ren.hayakawa@hinode.example' },
  { family_name: '藤井', first_name: 'ゆかり', email: 'yukari.fujii@hinode.example' },
  { family_name: '中原', first_name: '紗季', email: 'saki.nakahara@hinode.example' },
  { family_name: 'Tamm', first_name: 'Emilia', email: 'emilia.tamm@hinode.example', preferred_name: 'Emilia Tamm' },
  { family_name: '三浦', first_name: '航太', email: 'kota.miura@hinode.example' },
  { family_name: '小野寺', first_name: '徹', email: 'toru.onodera@hinode.example' },
]

/** In the order of the team: yesterday, today, what is in the way. */
const reports = [
  [
    '予約画面の空き枠表示を実装\n日付をまたぐ予約のテストを追加',
    '空き枠表示のレビュー対応(#482)\nキャンセル待ちの画面設計\n15時から仕様確認会',
    '',
  ],
  [
    '決済エラー時の再試行を修正\n監視のしきい値を見直し',
    '再試行の負荷試験\n#479のリリース準備',
    '検証環境のデータベースが今朝から応答していません。復旧まで負荷試験を進められません。',
  ],
  ['利用者インタビュー2件\n記録をまとめて共有', 'インタビューから課題を3つに整理\n検索条件の画面案', ''],
  [
    '通知メールの文面を確認\n英語版の表記ゆれを修正',
    '受け入れテストの項目を作成\n#475の確認',
    '#475の確認に必要なテスト用カードの番号待ちです。',
  ],
  ['Moved the calendar to the new date picker\nFixed #468', 'Keyboard support for the date picker\nReview #482', ''],
] as const

/** Who wrote it, how many days ago, what. */
const insights = [
  [0, 1, 'keep', '朝いちばんに困りごとを書くようにしたら、午前中に**3件**が解決しました。'],
  [2, 2, 'problem', '受け入れテストの項目が画面ごとにばらばらです。\n\n- 予約画面: 表計算\n- 決済画面: 課題管理'],
  [1, 3, 'try', '負荷試験の手順を[手順書](https://example.com/runbook)にまとめます。'],
  [4, 4, 'keep', 'Pairing on the date picker for an hour saved us a day.'],
  [3, 6, 'problem', 'テスト用カードの番号を毎回探しています。'],
  [0, 7, 'try', '月曜の朝会の前に、先週の Try を見直します。'],
] as const

const backlog = [
  ['github', 'issue', '471', '#471', '月をまたぐ週の表示', 'high'],
  ['github', 'issue', '488', '#488', '空き枠検索のキャッシュ', 'medium'],
  ['github', 'pull_request', '490', '#490', 'スクリーンリーダーで曜日が二度読まれる', 'medium'],
  ['backlog', 'issue', '212', 'HIN-212', '予約変更メールの誤字', 'low'],
  ['backlog', 'issue', '219', 'HIN-219', '鎌倉店の営業時間を反映', 'medium'],
  ['jira', 'issue', '88', 'QA-88', '回帰テスト一覧の棚卸し', 'medium'],
] as const

/** Twelve weeks of a team, as the pictures show it; by family name. */
export async function fillTeam(database: Database, server: string): Promise<Map<string, Member>> {
  const members = new Map<string, Member>()
  for (const names of team) members.set(names.family_name, await signUp(names, server))
  const ids = [...members.values()].map(idOf)
  const [me] = members.values()
  for (const member of [me!, members.get('三浦')!])
    await member.call('POST', '/frequent_tasks', {
      task_list: 'PRレビュー\n問い合わせ対応\n定例の準備\n依存ライブラリの更新',
    })
  for (const email of ['shiori@hinode.example', 'kenta@hinode.example'])
    await me!.call('POST', '/invitations', { email })
  await inEveryTeam(database, async (db) => {
    await db.updateTable('teams').set({ name: '予約プロダクト' }).execute()
    await sql`update users set created_at = '2026-07-01T09:00:00+09:00', updated_at = '2026-10-22T18:20:00+09:00'`.execute(
      db,
    )
    await sql`update invitations set created_at = '2026-10-10T09:00:00+09:00', expires_at = '2026-10-17T09:00:00+09:00'
      where email like 'kenta%'`.execute(db)
    const team_id = (await db.selectFrom('teams').select('id').executeTakeFirstOrThrow()).id
    for (const [index, user_id] of ids.entries())
      for (const [distance, report_date] of workingDays().entries()) {
        if ((distance + 3 * index) % 11 === 7 || (distance === 0 && index >= reports.length)) continue
        const [yesterday_work, today_plan, issues] = reports[(index + distance) % reports.length]!
        const at = `${report_date}T${['09:02', '08:47', '08:55', '09:10', '09:31', '09:20', '09:15'][index]}:00+09:00`
        await db
          .insertInto('reports')
          .values({
            team_id,
            id: newId(),
            user_id,
            report_date,
            yesterday_work,
            today_plan: distance % 2 ? `${today_plan}\nPRレビュー` : today_plan,
            issues: distance === 0 || distance % 9 === 4 ? issues : '',
            created_at: new Date(at),
            updated_at: new Date(at),
          })
          .execute()
      }
    for (const [index, [author, days, type, note]] of insights.entries()) {
      const id = newId()
      const created_at = new Date(clock.getTime() - days * 86_400_000 - index * 3_600_000)
      await db.insertInto('insights').values({ team_id, id, user_id: ids[author]!, type, note, created_at }).execute()
      for (const user_id of ids.slice(0, (index * 2) % 5))
        await db.insertInto('insight_likes').values({ team_id, insight_id: id, user_id }).execute()
    }
    for (const [source, source_type, source_key, reference, words, priority] of backlog)
      for (const user_id of [ids[0]!, ids[5]!])
        await db
          .insertInto('backlog_items')
          .values({
            team_id,
            user_id,
            imported_by: user_id,
            source,
            source_type,
            source_key,
            reference,
            backlog: words,
            url: `https://example.com/${source_key}`,
            priority,
          })
          .execute()
    for (const [provider, account] of [
      ['github', 'misaki-saeki'],
      ['backlog', 'hinode'],
    ] as const)
      await db.insertInto('connections').values({ team_id, user_id: ids[0]!, provider, account }).execute()
  })
  return members
}

/** Today and the working days before it, twelve weeks back; YYYY-MM-DD, the newest first. */
function workingDays(): string[] {
  const days = Array.from({ length: 84 }, (_, back) => new Date(Date.parse(today) - back * 86_400_000))
  return days.filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10))
}

/** The access token names its member. */
function idOf({ tokens }: Member): string {
  const claims = Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString()
  return (JSON.parse(claims) as { sub: string }).sub
}
