import { type RawBuilder, sql } from 'kysely'

/** The characters that `String.trim` removes, as in `users.display_name`. PostgreSQL's own idea of white space depends on its locale. */
const white =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Trims a text exactly as JavaScript's `String.trim` does. */
export const trimmed = (text: RawBuilder<unknown>) => sql`btrim(${text}, ${white})`
