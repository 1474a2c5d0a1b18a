-- A name of white space alone is none, whichever white space it is: the list of server/db/trimmed.ts, which is what
-- String.trim takes away. An expression can be replaced in place from PostgreSQL 17 on only.
alter table users drop column display_name;
alter table users add column display_name text not null generated always as (
  coalesce(
    nullif(btrim(preferred_name, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), ''),
    nullif(btrim(family_name || ' ' || first_name, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), ''),
    email
  )
) stored;
