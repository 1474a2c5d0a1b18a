-- A hash of the deleted insight's words: if others come back under its id, they are an edit. Null: deleted by a version
-- before this one.
alter table deleted_insights add column words_hash bytea;
