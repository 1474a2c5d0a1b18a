-- Imports of reports (E4.03). While `ended_at` is null one goes on; a server that files rows says so in `alive_at`, and another takes
-- over after a minute without a word. `fields`: the columns of a report that the file has. `undone_at`: when the import was undone.
create table report_imports (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  fields text[] not null,
  total int not null,
  filed int not null default 0,
  added int not null,
  changed int not null,
  refused int not null,
  alive_at timestamptz not null,
  attempts smallint not null default 1,
  ended_at timestamptz,
  has_failed boolean not null default false,
  undone_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade
);
create index report_imports_going_on on report_imports (alive_at) where ended_at is null;
create index report_imports_by_age on report_imports (created_at);
create index report_imports_of_member on report_imports (team_id, user_id);

-- The rows that file or replace a report: `user_id` is its author. A report that the row adds has the row's `id`. `former`: words, status and time of a report that the row has
-- replaced. `filed_at`: the report's `updated_at` after that. `undone`: the fate of the report in an undo.
create table report_import_rows (
  team_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  report_date date not null,
  id uuid not null,
  report_id uuid,
  yesterday_work text not null,
  today_plan text not null,
  issues text not null,
  former jsonb,
  filed_at timestamptz,
  undone text,
  primary key (team_id, import_id, user_id, report_date),
  foreign key (team_id, import_id) references report_imports (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references users (team_id, id) on delete cascade,
  constraint report_import_rows_undone_check check (undone in ('removed', 'restored', 'left'))
);
create index report_import_rows_of_member on report_import_rows (team_id, user_id);

select wall_off(walled) from unnest(array['report_imports', 'report_import_rows']) walled;
