-- What a program of the member's has written for them to look through (N10.05): one a day, until their form takes it over.
create table report_drafts (
  team_id uuid not null,
  user_id uuid not null,
  report_date date not null,
  yesterday_work text not null,
  today_plan text not null,
  issues text not null,
  written_at timestamptz not null,
  primary key (team_id, user_id, report_date),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);

select wall_off('report_drafts');

-- `<team> draft <user>`: the member alone hears of it.
create function announce_draft() returns trigger language plpgsql as $$
begin
  perform announce(new.team_id || ' draft ' || new.user_id);
  return null;
end $$;
create trigger announce_draft after insert or update on report_drafts
  for each row execute function announce_draft();
