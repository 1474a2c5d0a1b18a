-- `chosen`: the author said by the blocker's row in the form that this line continues it (E3.03). The text may be any then.
alter table blocker_events add column chosen boolean not null default false;
