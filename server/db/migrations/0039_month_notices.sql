-- Members are told of what became of their months, administrators of those that wait for them (N11.03): once of all that has come in a few
-- minutes. `since`: of what such a notice tells.
alter table notification_deliveries add column since timestamptz;
alter table notification_deliveries drop constraint notification_deliveries_kind_check;
alter table notification_deliveries
  add constraint notification_deliveries_kind_check check (kind in ('report', 'reminder', 'mention', 'week', 'month'));
alter table notification_deliveries drop constraint notification_deliveries_of_a_day;
alter table notification_deliveries
  add constraint notification_deliveries_of_a_day check ((kind in ('report', 'reminder', 'week')) = (day is not null));
create unique index notification_deliveries_months on notification_deliveries (team_id, user_id)
  where kind = 'month' and status = 'pending' and attempts = 0;
