-- An import leaves a report alone that somebody wrote, changed or deleted since the import was accepted. `seen_at`: the report's
-- `updated_at` then, null if there was no report. `written_meanwhile`: the row was not filed for this reason.
alter table report_import_rows add column seen_at timestamptz;
alter table report_import_rows add column written_meanwhile boolean not null default false;
