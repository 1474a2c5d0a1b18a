import * as z from 'zod/mini'

/** `GET /team/backup`: whether the deployment backs itself up at night, and when it last has. */
export const TeamBackup = z.object({ nightly: z.boolean(), newest_at: z.nullable(z.iso.datetime()) })
export type TeamBackup = z.infer<typeof TeamBackup>
