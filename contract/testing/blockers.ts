import type { Blocker } from '../blockers.ts'

/** A blocker of 早川 蓮 without an owner, on its third day. */
export const blocker = (parts: Partial<Blocker> = {}): Blocker => ({
  id: '019a0000-0000-7000-8000-000000000001',
  text: '検証環境のDBが応答しない',
  opened_by: 'ren',
  opened_by_name: '早川 蓮',
  opened_on: '2026-10-21',
  state: 'open',
  owner_id: null,
  owner_name: null,
  age: 3,
  reopened: false,
  resolution: null,
  resolved_by: null,
  resolved_by_name: null,
  resolved_on: null,
  report_id: 'report',
  report_date: '2026-10-23',
  line: 0,
  reference: null,
  url: null,
  ...parts,
})
