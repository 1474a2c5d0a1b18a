import type { Settings } from '#contract/users.ts'

/** Returns the owner of an imported item, null if unassigned. @param lead the team's lead */
export function ownerOf(
  assign: Settings['backlog']['auto_assign'],
  { importer, lead }: { importer: string; lead: string },
): string | null {
  if (assign === 'none') return null
  return assign === 'team-lead' ? lead : importer
}
