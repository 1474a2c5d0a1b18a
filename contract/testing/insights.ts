import type { Insight } from '../insights.ts'

/** A Keep of 早川 蓮 without likes and comments. */
export const insight = (parts: Partial<Insight> = {}): Insight => ({
  id: '019a0000-0000-7000-8001-000000000001',
  user_id: 'ren',
  user_name: '早川 蓮',
  type: 'keep',
  note: '小さなPR',
  likes: 0,
  liked: false,
  comments: 0,
  created_at: '2026-10-22T09:00:00+09:00',
  edited: false,
  try: null,
  ...parts,
})
