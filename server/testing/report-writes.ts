import { v7 as newId } from 'uuid'
import { today, type Writes } from './write-team.ts'

const words = { yesterday_work: 'c', today_plan: 'd', issues: '' }
const profile = { first_name: '直樹', family_name: '早川', preferred_name: '' }
const csv = { 'content-type': 'text/csv' }
const calendar = (name: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20261222\r\nSUMMARY:${name}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

export const reportWrites: Writes = {
  'POST /daily-reports': () => ({
    path: '/daily-reports',
    body: { report_date: '2026-11-19', ...words },
    other: { report_date: '2026-11-18', ...words },
  }),
  'PUT /daily-reports/:id': ({ report }) => ({
    path: `/daily-reports/${report}`,
    body: { report_date: '2026-11-18', ...words },
    other: { report_date: today, ...words },
  }),
  'DELETE /daily-reports/:id': ({ report }) => ({ path: `/daily-reports/${report}` }),
  'POST /daily-reports/:id/restore': async ({ me, report }) => {
    await me.delete(`/daily-reports/${report}`)
    return { path: `/daily-reports/${report}/restore` }
  },
  'PUT /daily-reports/:id/read': ({ others }) => ({ path: `/daily-reports/${others}/read` }),
  'DELETE /daily-reports/:id/read': async ({ me, others }) => {
    await me.put(`/daily-reports/${others}/read`)
    return { path: `/daily-reports/${others}/read` }
  },
  'POST /daily-reports/read': () => ({
    path: '/daily-reports/read',
    body: { date: today },
    other: { date: '2026-11-19' },
  }),
  'PUT /daily-reports/:id/reactions/:reaction': ({ others }) => ({ path: `/daily-reports/${others}/reactions/thanks` }),
  'DELETE /daily-reports/:id/reactions/:reaction': async ({ me, others }) => {
    await me.put(`/daily-reports/${others}/reactions/thanks`)
    return { path: `/daily-reports/${others}/reactions/thanks` }
  },
  'POST /daily-reports/:id/comments': ({ others, other }) => ({
    path: `/daily-reports/${others}/comments`,
    body: { body: 'y', mentions: [other.user.id] },
    other: { body: 'z' },
  }),
  'POST /insights/:id/comments': ({ insight }) => ({
    path: `/insights/${insight}/comments`,
    body: { body: 'y' },
    other: { body: 'z' },
  }),
  'PUT /comments/:id': ({ comment }) => ({
    path: `/comments/${comment}`,
    body: { body: 'y', mentions: [] },
    other: { body: 'z', mentions: [] },
  }),
  'DELETE /comments/:id': ({ comment }) => ({ path: `/comments/${comment}` }),
  'PUT /mentions/:id/read': async ({ me, other, report }) => {
    await other.post(`/daily-reports/${report}/comments`, { body: 'x', mentions: [me.user.id] })
    const { body } = await me.get('/mentions')
    return { path: `/mentions/${body.mentions[0].id}/read` }
  },
  'POST /mentions/read': async ({ me, other, report }) => {
    await other.post(`/daily-reports/${report}/comments`, { body: 'x', mentions: [me.user.id] })
    return { path: '/mentions/read' }
  },
  'POST /mentions/unread': async ({ me, other, report }) => {
    const { body } = await other.post(`/daily-reports/${report}/comments`, { body: 'x', mentions: [me.user.id] })
    await me.put(`/mentions/${body.id}/read`)
    return { path: '/mentions/unread', body: { ids: [body.id] }, other: { ids: [newId()] } }
  },
  'DELETE /daily-reports/draft': () => ({ path: `/daily-reports/draft?date=2026-11-19&id=${newId()}` }),
  'POST /insights': () => ({
    path: '/insights',
    body: { type: 'keep', note: 'a' },
    other: { type: 'keep', note: 'b' },
  }),
  'PUT /insights/:id': ({ insight }) => ({
    path: `/insights/${insight}`,
    body: { type: 'try', note: 'a' },
    other: { type: 'try', note: 'b' },
  }),
  'DELETE /insights/:id': ({ insight }) => ({ path: `/insights/${insight}` }),
  'PATCH /insights/:id/try': ({ insight, me }) => ({
    path: `/insights/${insight}/try`,
    body: { owner_id: me.user.id },
    other: { outcome: 'kept' },
  }),
  'POST /insights/:id/like': ({ insight }) => ({ path: `/insights/${insight}/like` }),
  'DELETE /insights/:id/like': async ({ me, insight }) => {
    await me.post(`/insights/${insight}/like`)
    return { path: `/insights/${insight}/like` }
  },
  'PATCH /months/:month': async ({ me }) => {
    await me.patch('/team', { month_approval: true })
    return {
      path: '/months/2026-10',
      body: { state: 'submitted', revision: 0 },
      other: { state: 'submitted', revision: 1 },
    }
  },
  'POST /frequent_tasks': () => ({ path: '/frequent_tasks', body: { task_list: 'a' }, other: { task_list: 'b' } }),
  'PUT /frequent_tasks': async ({ me }) => {
    await me.post('/frequent_tasks', { task_list: 'before' })
    return {
      path: '/frequent_tasks',
      body: { task_list: 'a', replaces: 'before' },
      other: { task_list: 'b', replaces: 'before' },
    }
  },
  'POST /import': () => ({
    path: '/import',
    body: 'date,today\n2026-11-17,a\n2026-11-20,b',
    other: 'date,today\n2026-11-17,c',
    headers: csv,
  }),
  'DELETE /import/:id': async ({ me }) => {
    const { body } = await me.post('/import', 'date,today\n2026-11-17,a\n2026-11-20,b', csv)
    return { path: `/import/${body.id}` }
  },
  'PUT /users/me': ({ me }) => ({
    path: '/users/me',
    body: { ...profile, first_name: 'x', email: me.user.email },
    other: { ...profile, first_name: 'y', email: me.user.email },
  }),
  'PATCH /users/me/profile': ({ me }) => ({
    path: '/users/me/profile',
    body: {
      ...profile,
      first_name: 'x',
      email: me.user.email,
      before: { ...profile, family_name: '佐伯', email: me.user.email },
    },
    other: { ...profile, first_name: 'y', email: me.user.email },
  }),
  'PATCH /users/me/settings': () => ({
    path: '/users/me/settings',
    body: { week_mail: false },
    other: { week_mail: true },
  }),
  'PATCH /users/:id/schedule': ({ me }) => ({
    path: `/users/${me.user.id}/schedule`,
    body: { time_zone: 'Europe/Tallinn' },
    other: { time_zone: 'Europe/Berlin' },
  }),
  'PATCH /teams/me': () => ({ path: '/teams/me', body: { name: 'x' }, other: { name: 'y' } }),
  'PATCH /team': () => ({
    path: '/team',
    body: { name: 'x', before: { name: '開発チーム' } },
    other: { name: 'y', before: { name: '開発チーム' } },
  }),
  'PATCH /blockers/:id': ({ blocker }) => ({
    path: `/blockers/${blocker}`,
    body: { state: 'resolved' },
    other: { state: 'open' },
  }),
  'PUT /absences/:id': () => ({
    path: `/absences/${newId()}`,
    body: { from: '2026-11-24', until: '2026-11-25', half: null },
    other: { from: '2026-11-24', until: '2026-11-26', half: null },
  }),
  'DELETE /absences/:id': async ({ me }) => {
    const path = `/absences/${newId()}`
    await me.put(path, { from: '2026-11-24', until: '2026-11-25', half: null })
    return { path }
  },
  'PUT /holidays/:date': () => ({ path: '/holidays/2026-12-24', body: { name: 'a' }, other: { name: 'b' } }),
  'DELETE /holidays/:date': async ({ me }) => {
    await me.put('/holidays/2026-12-24', { name: 'a' })
    return { path: '/holidays/2026-12-24' }
  },
  'POST /holidays/import': () => ({
    path: '/holidays/import',
    body: { country: 'JP', year: 2027 },
    other: { country: 'JP', year: 2028 },
  }),
  'POST /holidays/import of a file': () => ({
    path: '/holidays/import',
    body: calendar('a'),
    other: calendar('b'),
    headers: { 'content-type': 'text/calendar' },
  }),
  'PUT /holidays/subscription': () => ({
    path: '/holidays/subscription',
    body: { country: 'JP' },
    other: { country: 'EE' },
  }),
  'DELETE /holidays/subscription': async ({ me }) => {
    await me.put('/holidays/subscription', { country: 'JP' })
    return { path: '/holidays/subscription' }
  },
}
