-- The member whose import replaced the words of somebody else's report. Null once the author edits it, or the import is undone (E4.15).
alter table reports add column replaced_by uuid;
alter table deleted_reports add column replaced_by uuid;
