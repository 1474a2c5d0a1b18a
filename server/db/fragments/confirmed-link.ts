import { sql } from 'kysely'

/**
 * Whether the connection `c` shows who the member `u` is: the person signed in at the service, or somebody else linked
 * them by an address that the member has proven.
 */
export const isConfirmedLink = sql<boolean>`
  (c.linked_email_key is null or (c.linked_email_key = u.email_key and u.email_proven_at is not null))`
