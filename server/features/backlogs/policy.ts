import type { Settings } from '#contract/users.ts'

/** Whose an imported item is; null: nobody's. @param lead the team's */
export function ownerOf(
  assign: Settings['backlog']['auto_assign'],
  { importer, lead }: { importer: string; lead: string },
): string | null {
  if (assign === 'none') return null
  return assign === 'team-lead' ? lead : importer
}
