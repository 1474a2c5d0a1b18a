-- Each line that a report names as a blocker (N6.01). `text` is the line as it was first written, `first_day` its day,
-- `last_day` the last one on which it stood, `report_id` the report that named it last.
create table blockers (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  text text not null,
  first_day date not null,
  last_day date not null,
  report_id uuid not null,
  state text not null,
  owner_id uuid,
  reopened boolean not null,
  resolution text,
  resolved_by uuid,
  resolved_on date,
  -- The issue that it names, of those that were imported; as it was called then.
  source text,
  source_key text,
  reference text,
  url text,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint blockers_state_check check (state in ('open', 'acknowledged', 'resolved')),
  constraint blockers_resolution_check check (resolution in ('solved', 'issue', 'unnamed')),
  constraint blockers_resolved check ((state = 'resolved') = (resolution is not null and resolved_on is not null)),
  constraint blockers_owned check (state <> 'acknowledged' or owner_id is not null)
);
create index blockers_of_member on blockers (team_id, user_id, last_day);
create index blockers_unresolved on blockers (team_id, first_day) where state <> 'resolved';
create index blockers_resolved_lately on blockers (team_id, resolved_on desc, id desc) where state = 'resolved';
create index blockers_of_issue on blockers (team_id, source, source_key) where state <> 'resolved' and source_key is not null;

-- What happened to it: named by a line of a report, or what somebody did with it. `day`: of the report, or of the newest
-- report that its author had then: later ones come after it, whenever they are written.
create table blocker_events (
  team_id uuid not null,
  id uuid not null,
  blocker_id uuid not null,
  kind text not null,
  day date not null,
  at timestamptz not null,
  user_id uuid,
  report_id uuid,
  line smallint,
  primary key (team_id, id),
  foreign key (team_id, blocker_id) references blockers (team_id, id) on delete cascade,
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  constraint blocker_events_kind_check
    check (kind in ('named', 'taken', 'released', 'resolved', 'reopened', 'issue-closed')),
  constraint blocker_events_named check ((kind = 'named') = (report_id is not null and line is not null)),
  constraint blocker_events_line_once unique (team_id, report_id, line)
);
create index blocker_events_of_blocker on blocker_events (team_id, blocker_id, day);
create index blocker_events_of_day on blocker_events (team_id, day) where kind = 'named';

select wall_off(walled) from unnest(array['blockers', 'blocker_events']) walled;
create trigger announce_blocker after insert or update or delete on blockers
  for each row execute function announce_change('blocker');
