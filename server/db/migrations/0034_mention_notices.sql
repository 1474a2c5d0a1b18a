-- Members are told of the comments that are for them (N5.02), by mail or in Slack. Such a notice is of no day, so that a member may have several
-- on one; until it is first tried, one collects.
alter table notification_deliveries alter column day drop not null;
alter table notification_deliveries drop constraint notification_deliveries_kind_check;
alter table notification_deliveries
  add constraint notification_deliveries_kind_check check (kind in ('report', 'reminder', 'mention'));
alter table notification_deliveries
  add constraint notification_deliveries_of_a_day check (kind in ('report', 'reminder') = (day is not null));
create unique index notification_deliveries_collecting on notification_deliveries (team_id, user_id)
  where kind = 'mention' and status = 'pending' and attempts = 0;

-- The notice that takes it along; the id stays when that is forgotten. Null: nobody is told of it.
alter table mentions add column delivery_id uuid;
create index mentions_of_delivery on mentions (team_id, delivery_id) where delivery_id is not null;
