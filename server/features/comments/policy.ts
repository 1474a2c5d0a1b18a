import type { Why } from '#contract/comments.ts'

/**
 * The members that a comment may concern: the author of the report or insight, earlier commenters, and named members.
 */
export type ThreadMembers = { author: string; others: readonly string[]; named: readonly string[] }

/** Returns each member that a comment concerns, with one reason. Never returns the writer (N5.02). */
export function recipientsOf(
  writer: string,
  { author, others, named }: ThreadMembers,
): { user_id: string; why: Why }[] {
  const reasons = new Map<string, Why>()
  const add = (why: Why) => (id: string) => void (id !== writer && !reasons.has(id) && reasons.set(id, why))
  named.forEach(add('mention'))
  add('own')(author)
  others.forEach(add('reply'))
  return [...reasons].map(([user_id, why]) => ({ user_id, why }))
}
