import * as z from 'zod/mini'

/**
 * A header with 1 to 255 printable ASCII characters. Clients choose a new value for each write, and repeat it for each
 * retry.
 */
export const IdempotencyHeader = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(
        z.maxLength(255, { error: 'invalid', abort: true }),
        z.regex(/^[ -~]{1,255}$/u, 'invalid'),
        z.describe(
          'Sent again with the same key within 24 hours, the same write happens once and is answered as before.',
        ),
      ),
  ),
})
