-- What is shown a page at a time lies in that order, so that a page costs the same however many there are.

-- A team's newest days give their newest reports without being read whole.
drop index reports_of_day;
create index reports_of_day on reports (team_id, report_date desc, created_at desc, id);
create index users_newest on users (team_id, created_at desc, id desc);
create index users_by_name on users (team_id, display_name, id);

-- What a member noted in a month, however much their team did.
create index insights_of_member on insights (team_id, user_id, created_at);
