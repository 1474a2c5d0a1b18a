import type { Why } from '#contract/comments.ts'

/** Whom a comment may be for: whose report or insight it is about, who has commented before, whom it names. */
export type Concerned = { author: string; others: readonly string[]; named: readonly string[] }

/** For whom a comment is and why, each once, for its first reason; never for who has written it (N5.02). */
export function forWhom(writer: string, { author, others, named }: Concerned): { user_id: string; why: Why }[] {
  const reasons = new Map<string, Why>()
  const add = (why: Why) => (id: string) => void (id !== writer && !reasons.has(id) && reasons.set(id, why))
  named.forEach(add('mention'))
  add('own')(author)
  others.forEach(add('reply'))
  return [...reasons].map(([user_id, why]) => ({ user_id, why }))
}
