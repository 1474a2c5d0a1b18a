-- A member who wants it is sent their week (N11.01): such a mail is of the week's first day, so that there is one a week.
alter table notification_deliveries drop constraint notification_deliveries_kind_check;
alter table notification_deliveries
  add constraint notification_deliveries_kind_check check (kind in ('report', 'reminder', 'mention', 'week'));
alter table notification_deliveries drop constraint notification_deliveries_of_a_day;
alter table notification_deliveries
  add constraint notification_deliveries_of_a_day check ((kind <> 'mention') = (day is not null));
