-- `chosen`: the author said by the blocker's row in the form that this line continues it (E3.03). The text may be any then.
alter table blocker_events add column chosen boolean not null default false;

alter table webhooks drop constraint webhooks_events_check;
alter table webhooks add constraint webhooks_events_check check (
  events <@ array['report.submitted', 'report.updated', 'report.deleted', 'blocker.opened', 'blocker.resolved',
    'blocker.unmentioned', 'insight.created', 'member.joined'] and cardinality(events) > 0
);
