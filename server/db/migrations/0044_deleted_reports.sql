-- A deleted report leaves `reports`, and comes back with all that belongs to it for 30 days (E2.01, decision 60).
-- The visible reports are the rows of `reports`. No query has to leave out deleted ones.
create table deleted_reports (
  like reports,
  deleted_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index deleted_reports_of_member on deleted_reports (team_id, user_id);
create index deleted_reports_old on deleted_reports (deleted_at);

-- Rows of other tables that belong to a deleted report. `kind`: the table. `user_id`: the member with whom the row goes, null
-- if it outlives them.
create table deleted_report_rows (
  team_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  kind text not null,
  user_id uuid,
  content jsonb not null,
  primary key (team_id, id),
  foreign key (team_id, report_id) references deleted_reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint deleted_report_rows_kind_check check (
    kind in ('comments', 'mentions', 'report_reactions', 'report_reads', 'blockers', 'blocker_events')
  )
);
create index deleted_report_rows_of_report on deleted_report_rows (team_id, report_id);
create index deleted_report_rows_of_member on deleted_report_rows (team_id, user_id);

select wall_off(walled) from unnest(array['deleted_reports', 'deleted_report_rows']) walled;
