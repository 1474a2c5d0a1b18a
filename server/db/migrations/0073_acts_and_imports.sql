-- The line that an act on a blocker was about: its report, and its words then. The report may be deleted since.
-- Null for lines of reports, and for acts of older versions until the author's reports are followed again.
alter table blocker_events add column about_report uuid;
alter table blocker_events add column about_text text;

-- The import has stopped, as its importer may no longer write for others. `has_failed` is set, too, for older versions.
alter table report_imports add column is_stopped boolean not null default false;
