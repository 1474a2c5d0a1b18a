import type { Settings } from '#contract/users.ts'

/** Whose an imported item is; null: nobody's. @param lead the team's */
export function ownerOf(
  assign: Settings['backlog']['auto_assign'],
  { importer, lead }: { importer: string; lead: string },
): string | null {
  if (assign === 'none') return null
  return assign === 'team-lead' ? lead : importer
}

/**
 * What has been updated later than this and is not among the issues read has left; undefined: all that is not among them.
 * An issue beyond the number that is read was updated before the last that is.
 */
export const leftSince = (issues: { updatedAt: Date }[], complete: boolean): Date | undefined =>
  complete ? undefined : issues.at(-1)?.updatedAt
