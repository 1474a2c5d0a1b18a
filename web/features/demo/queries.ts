import type { DemoMembers, DemoSession } from '#contract/demo.ts'
import type { Tokens } from '#contract/sessions.ts'
import { api } from '../../api/client.ts'

export const fetchDemoMembers = () => api.anonymous.get<DemoMembers>('/demo')
export const startDemoSession = (session: DemoSession) => api.anonymous.post<Tokens>('/demo/sessions', session)
