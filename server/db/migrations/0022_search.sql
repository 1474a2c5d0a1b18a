-- What is searched for (N7.02): of each report and insight every two neighbouring characters, folded, as numbers. The
-- application folds, since what a database folds depends on how it was made.
--
-- Without row-level security: below it `@>` never uses an index, as it may say something of rows that one must not see.
-- One file alone asks these tables, names the team, and takes ids from them, of which the walled tables give the words.
-- `written_at` says of which version of the words they are.
do $$
declare
  noun text;
begin
  foreach noun in array array['report', 'insight'] loop
    execute format($tables$
      create table %1$s_grams (
        team_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        day date not null,
        written_at timestamptz not null,
        grams integer[] not null,
        primary key (team_id, id),
        foreign key (team_id, id) references %1$ss (team_id, id) on delete cascade
      );
      create index %1$s_grams_newest on %1$s_grams (team_id, day desc, id desc);
      create index %1$s_grams_words on %1$s_grams using gin (grams)$tables$, noun);
  end loop;
end $$;
