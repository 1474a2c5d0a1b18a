-- Who has read which report, and when last (N5.01). One's own is always read and has no row.
create table report_reads (
  team_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (team_id, report_id, user_id),
  foreign key (team_id, report_id) references reports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_reads_of_member on report_reads (team_id, user_id);

-- Parts a table by team, as every one is (0016).
create function wall_off(walled name) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security, force row level security', walled);
  execute format($policy$
    create policy own_team on %I using (
      (select current_setting('asakai.team', true) = 'every')
      or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
    )$policy$, walled);
end $$;
select wall_off('report_reads');

-- `<team> read <user>`: the author alone hears of it, since nobody else sees who has read. Reading again is no news.
create function announce_read() returns trigger language plpgsql as $$
declare
  changed report_reads := coalesce(new, old);
begin
  perform announce(changed.team_id || ' read ' || user_id)
  from reports where team_id = changed.team_id and id = changed.report_id;
  return null;
end $$;
create trigger announce_read after insert or delete on report_reads
  for each row execute function announce_read();
