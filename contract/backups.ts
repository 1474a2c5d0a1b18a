import * as z from 'zod/mini'

/** `GET /team/backup`: whether nightly backups are on, and when the last one was made. */
export const TeamBackup = z.object({ nightly: z.boolean(), newest_at: z.nullable(z.iso.datetime()) })
export type TeamBackup = z.infer<typeof TeamBackup>
