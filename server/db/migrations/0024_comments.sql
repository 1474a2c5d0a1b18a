-- What is answered to a report or an insight: signs (N5.03), comments, and for whom each comment is (N5.02).
create table report_reactions (
  team_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  sign text not null,
  created_at timestamptz not null,
  primary key (team_id, id),
  constraint report_reactions_once unique (team_id, report_id, user_id, sign),
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint report_reactions_sign_check check (sign in ('ok', 'nice', 'thanks', 'learned', 'help'))
);
create index report_reactions_of_member on report_reactions (team_id, user_id);

-- Those of an insight wait with it for a moment after it was deleted. `deleted_at`: its author may still take it back.
create table comments (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  report_id uuid,
  insight_id uuid,
  deleted_insight_id uuid,
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, insight_id) references insights (team_id, id) on delete cascade,
  foreign key (team_id, deleted_insight_id) references deleted_insights (team_id, id) on delete cascade,
  constraint comments_of_one check (num_nonnulls(report_id, insight_id, deleted_insight_id) = 1)
);
create index comments_of_report on comments (team_id, report_id, created_at) where report_id is not null;
create index comments_of_insight on comments (team_id, insight_id, created_at) where insight_id is not null;
create index comments_of_deleted_insight on comments (team_id, deleted_insight_id) where deleted_insight_id is not null;
create index comments_of_member on comments (team_id, user_id);
create index comments_deleted on comments (deleted_at) where deleted_at is not null;

-- `why`: named in it, it is about something of one's own, or one takes part in its thread. Once a person and comment.
create table mentions (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  comment_id uuid not null,
  why text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  foreign key (team_id, comment_id) references comments (team_id, id) on delete cascade,
  constraint mentions_once unique (team_id, comment_id, user_id),
  constraint mentions_why_check check (why in ('mention', 'own', 'reply'))
);
create index mentions_newest on mentions (team_id, user_id, created_at desc, id desc);
create index mentions_unread on mentions (team_id, user_id) where read_at is null;

-- As those of reports and insights (0022).
create table comment_grams (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  written_at timestamptz not null,
  grams integer[] not null,
  primary key (team_id, id),
  foreign key (team_id, id) references comments (team_id, id) on delete cascade
);
create index comment_grams_newest on comment_grams (team_id, day desc, id desc);
create index comment_grams_words on comment_grams using gin (grams);

select wall_off(walled) from unnest(array['report_reactions', 'comments', 'mentions']) walled;
create trigger announce_reaction after insert or update or delete on report_reactions
  for each row execute function announce_change('reaction');
create trigger announce_comment after insert or update or delete on comments
  for each row execute function announce_change('comment');

-- `<team> mention <user>`: whom it is for hears of it alone.
create function announce_mention() returns trigger language plpgsql as $$
declare
  changed mentions := coalesce(new, old);
begin
  perform announce(changed.team_id || ' mention ' || changed.user_id);
  return null;
end $$;
create trigger announce_mention after insert or update or delete on mentions
  for each row execute function announce_mention();
