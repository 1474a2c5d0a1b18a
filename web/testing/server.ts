import { vi } from 'vitest'
import type { Absence, AbsenceDraft } from '#contract/absences.ts'
import type { Prefill } from '#contract/prefill.ts'
import type { Blocker } from '#contract/blockers.ts'
import type { Comment } from '#contract/comments.ts'
import type { Holiday } from '#contract/holidays.ts'
import { emptyReport } from '#contract/report-fields.ts'
import type { DayReport, LatestReport, ReportDraft } from '#contract/reports.ts'
import { signedIn } from '#contract/testing/members.ts'
import type { User } from '#contract/users.ts'
import { unmarked } from '../features/reports/queries.ts'

type Answer = { status: number; body?: unknown }
type Sent = { method: string; path: string; query: URLSearchParams; body: unknown }

/** A fake server of a team. It replaces `fetch`, stores reports in memory and responds as `contract/` defines. */
export function standInServer({
  members = [],
  reports = [],
  latest,
  absences = [],
  holidays = [],
  beginning = { planned: [], blockers: [], done: [] },
  blockers = [],
  comments = [],
  unread = 0,
}: {
  members?: User[]
  reports?: DayReport[]
  latest?: LatestReport
  absences?: Absence[]
  holidays?: Holiday[]
  beginning?: Prefill
  blockers?: Blocker[]
  comments?: Comment[]
  /** The number of unread comments for the signed-in member. */
  unread?: number
}) {
  const server = {
    reports,
    latest,
    absences,
    blockers,
    comments,
    unread,
    sent: [] as Sent[],
    /** Returns the texts of the reports that were sent: for each its date, then its texts in the order of the form. */
    filed: () =>
      server.sent
        .filter(({ method, path }) => method === 'POST' && path === '/daily-reports')
        .map(({ body }) => Object.values(body as ReportDraft)),
    /** Returns a response that replaces the usual one, or undefined. A test sets this function. */
    instead: (_call: Sent): Answer | Promise<Answer> | undefined => undefined,
  }
  const deleted: DayReport[] = []
  const answer = ({ method, path, query, body }: Sent): Answer => {
    if (path === '/users/me') return { status: 200, body: members[0] && signedIn(members[0]) }
    if (path === '/daily-reports/days')
      return { status: 200, body: { days: server.reports.map(({ report_date }) => report_date) } }
    if (path === '/users/') return { status: 200, body: members }
    if (path === '/daily-reports/my/latest')
      return server.latest ? { status: 200, body: server.latest } : { status: 204 }
    if (path === '/daily-reports/draft') return { status: 200, body: beginning }
    if (path === '/daily-reports' && method === 'GET') {
      const day = server.reports.filter(({ report_date }) => report_date === query.get('report_date'))
      const offset = Number(query.get('offset'))
      return {
        status: 200,
        body: { reports: day.slice(offset, offset + Number(query.get('limit'))), total: day.length },
      }
    }
    if (path === '/daily-reports' && method === 'POST') {
      server.reports = [...server.reports, report({ ...(body as DayReport), user_id: members[0]!.id })]
      return { status: 201, body: {} }
    }
    if (path === '/holidays') return { status: 200, body: { holidays } }
    if (path === '/absences') return { status: 200, body: { absences: server.absences } }
    if (path === '/mentions') return { status: 200, body: { mentions: [], unread: server.unread } }
    if (path === '/blockers') return { status: 200, body: { blockers: server.blockers } }
    if (path.startsWith('/absences/')) {
      const id = path.slice('/absences/'.length)
      const others = server.absences.filter((each) => each.id !== id)
      server.absences = method === 'PUT' ? [...others, { id, ...(body as AbsenceDraft) } as Absence] : others
      return method === 'PUT' ? { status: 200, body: {} } : { status: 204 }
    }
    if (/^\/daily-reports\/[^/]+\/comments$/u.test(path))
      return method === 'GET' ? { status: 200, body: { comments: server.comments } } : { status: 201, body: {} }
    const changed = server.reports.find(({ id }) => path === `/daily-reports/${id}`)
    if (changed && method === 'DELETE') {
      server.reports = server.reports.filter((one) => one !== changed)
      deleted.push(changed)
      return { status: 204 }
    }
    const restored = deleted.find(({ id }) => path === `/daily-reports/${id}/restore`)
    if (restored && method === 'POST') {
      server.reports = [...server.reports, restored]
      return { status: 200, body: restored }
    }
    if (!changed || method !== 'PUT') return { status: 404, body: { code: 'not_found' } }
    server.reports = server.reports.map((one) =>
      one === changed ? { ...one, ...(body as DayReport), status: 'edited' } : one,
    )
    return { status: 200, body: {} }
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const path = pathname.replace(/^\/api/u, '')
    const call = { method, path, query: searchParams, body: body === undefined ? undefined : JSON.parse(body) }
    server.sent.push(call)
    // The event stream never responds. An error would refetch everything, at a time that a test cannot predict.
    if (path === '/events') await new Promise(() => {})
    const { status, body: answered } = (await server.instead(call)) ?? answer(call)
    return new Response(answered === undefined ? null : JSON.stringify(answered), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    })
  })
  return server
}

let made = 0

export const report = (parts: Partial<DayReport>): DayReport => ({
  ...unmarked,
  id: `report-${++made}`,
  user_id: 'somebody',
  user_name: '早川 蓮',
  report_date: '2026-10-23',
  ...emptyReport,
  yesterday_work: '昨日の仕事',
  today_plan: '今日の仕事',
  status: 'submitted',
  report_time: 'morning',
  created_at: '2026-10-23T08:47:00+09:00',
  updated_at: '2026-10-23T08:47:00+09:00',
  ...parts,
})
