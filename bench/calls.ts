import pg from 'pg'
import { signAccessToken } from '#server/access/tokens/access-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { type Database, withEveryTeamTransaction } from '#server/db/database.ts'
import type { Call } from './load.ts'

/**
 * Returns the most frequent calls of the screens, for the first member of a database that `seed` has filled. `token` is
 * the access token of this member.
 * @param today the last day of reports, `YYYY-MM-DD`
 */
export async function hotCalls(
  database: Database,
  { secretKey }: Pick<Config, 'secretKey'>,
  today: string,
  now = new Date(),
) {
  const claims = await withEveryTeamTransaction(database, async (db) => {
    const user = await db.selectFrom('users').select(['id', 'team_id']).orderBy('email').executeTakeFirstOrThrow()
    const session = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return { sub: user.id, team: user.team_id, sid: session.id }
  })
  const { report, insight } = await withEveryTeamTransaction(database, async (db) => {
    const own = (table: 'reports' | 'insights') =>
      db
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', claims.sub)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    return { report: (await own('reports')).id, insight: (await own('insights')).id }
  })
  const calls = callsOf(report, insight, today)
  return { token: await signAccessToken(deriveKey(secretKey, 'access token'), claims, now), calls }
}

/** The name of the call that files a report. It must be the last call, because it adds rows that other calls read. */
const filing = 'filing a report'

/** @param report the member's report of `today` @param insight the insight to like */
export function callsOf(report: string, insight: string, today: string): Call[] {
  const [year, month] = today.split('-') as [string, string]
  const first = `${year}-${month}-01`
  const draft = { report_date: today, yesterday_work: '設計'.repeat(100), today_plan: '実装'.repeat(100), issues: '' }
  let changes = 0
  const onceMore = () => ({ ...draft, today_plan: `${draft.today_plan}${(changes += 1)}` })
  let free = Date.UTC(2000, 0, 1) // a day without a report, long before the other reports; each call takes the next day
  const onFreeDay = () => ({ ...draft, report_date: new Date((free += 86_400_000)).toISOString().slice(0, 10) })
  return [
    { name: 'a day of 100 reports', method: 'GET', path: `/daily-reports?report_date=${today}&limit=100&offset=0` },
    { name: 'me', method: 'GET', path: '/users/me' },
    { name: 'my latest report', method: 'GET', path: '/daily-reports/my/latest' },
    { name: 'what my report may begin with', method: 'GET', path: `/daily-reports/draft?date=${today}` },
    { name: 'days with reports', method: 'GET', path: `/daily-reports/days?from=${first}&to=${year}-${month}-28` },
    {
      name: 'my month',
      method: 'GET',
      path: `/monthly-reports/achievement/my?year=${year}&month=${Number(month)}`,
    },
    { name: 'insights', method: 'GET', path: `/insights/?since=${first}&limit=100&offset=0` },
    { name: 'activity', method: 'GET', path: '/activity?limit=30' },
    { name: 'dashboard', method: 'GET', path: '/dashboard' },
    { name: 'stats', method: 'GET', path: '/dashboard/stats' },
    { name: '100 members', method: 'GET', path: '/users/?limit=100&offset=0' },
    { name: 'saving a report', method: 'PUT', path: `/daily-reports/${report}`, body: onceMore },
    { name: 'a like', method: 'POST', path: `/insights/${insight}/like` },
    { name: filing, method: 'POST', path: '/daily-reports', body: onFreeDay },
  ]
}

/** Mixes the calls as on a morning: seven reads, then one write. */
export function morningOf(calls: readonly Call[]): Call[] {
  const reads = calls.filter(({ method }) => method === 'GET')
  const writes = calls.filter(({ method }) => method !== 'GET')
  return Array.from({ length: 8 * reads.length * writes.length }, (_, number) =>
    number % 8 === 7 ? writes[Math.floor(number / 8) % writes.length]! : reads[number % reads.length]!,
  )
}

/** The calls with responses of the same length in a team of ten and in a team of thousands. */
export const perMember = [
  'me',
  'my latest report',
  'days with reports',
  'my month',
  'activity',
  'saving a report',
  'a like',
  filing,
]

export type Statement = { text: string; values: unknown[] }

/** Returns the statements that each call sends to the database, in order, by the call's name. */
export async function statementsOf(
  services: Parameters<typeof buildApp>[0],
  token: string,
  calls: readonly Call[],
): Promise<Record<string, Statement[]>> {
  const recorded: Statement[] = []
  const { query } = pg.Client.prototype
  // All queries go through this function.
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    recorded.push(typeof asked === 'string' ? { text: asked, values: values ?? [] } : { values: [], ...asked })
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
  const app = await buildApp(services)
  const answer = async ({ name, method, path, body }: Call) => {
    recorded.length = 0
    const headers = { authorization: `Bearer ${token}` }
    const given = { method: method as 'GET', url: `/api${path}`, headers, ...(body && { payload: body() as object }) }
    const { statusCode, payload } = await app.inject(given)
    if (statusCode >= 300) throw new Error(`${name}: ${statusCode} ${payload}`)
    return recorded.map(({ text, values }) => ({ text, values }))
  }
  const sent: Record<string, Statement[]> = {}
  try {
    await answer({ name: 'me', method: 'GET', path: '/users/me' }) // not counted: a session's first call also stores its use
    for (const call of calls) sent[call.name] = await answer(call)
  } finally {
    pg.Client.prototype.query = query
    await app.close()
  }
  return sent
}

/** Returns whether a statement does more than control its transaction, set a variable or notify. */
export const isWork = ({ text }: Statement): boolean =>
  !/^\s*(?:begin|start transaction|commit|rollback|set local|select set_config|select pg_notify)/u.test(text)

/** Returns the values as SQL, for `execute` of a prepared statement: `(1, 'a')`, or nothing if there are no values. */
export const executeArguments = (values: unknown[]): string =>
  values.length > 0 ? `(${(values as Value[]).map(literal).join(', ')})` : ''

type Value = string | number | boolean | Date | Buffer | null | Value[]

function literal(value: Value): string {
  if (value === null) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  // uuids are passed as text, even if the statement expects another type.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
