-- What became of a Try (N11.02): somebody takes it on, and after two weeks it is kept, dropped or tried once more. What it stands at follows
-- from these rows alone. `insight_id` refers to nothing, so that they are there again where the insight is deleted and comes back.
create table try_events (
  team_id uuid not null,
  id uuid not null,
  insight_id uuid not null,
  kind text not null,
  user_id uuid,
  day date not null,
  at timestamptz not null,
  primary key (team_id, id),
  constraint try_events_kind_check check (kind in ('taken', 'released', 'kept', 'dropped', 'again', 'undone'))
);
create index try_events_of_insight on try_events (team_id, insight_id, id);
create index try_events_of_member on try_events (team_id, user_id);

select wall_off('try_events');
create trigger announce_try after insert or update on try_events
  for each row execute function announce_change('insight');
