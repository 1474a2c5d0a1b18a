-- A team follows the holidays of one country (E4.05). `added_until`: the last year whose holidays were added.
create table holiday_subscriptions (
  team_id uuid not null references teams on delete cascade,
  country text not null,
  region text,
  added_until integer not null,
  primary key (team_id)
);

-- Holidays that an administrator has removed. What adds holidays by itself leaves these days out.
create table removed_holidays (
  team_id uuid not null references teams on delete cascade,
  date date not null,
  primary key (team_id, date)
);

select wall_off(walled) from unnest(array['holiday_subscriptions', 'removed_holidays']) walled;

-- Added by the yearly job, and not changed by anybody since.
alter table holidays add column added_automatically boolean not null default false;

create trigger announce_calendar after insert or update or delete on holiday_subscriptions
  for each row execute function announce_change('calendar');
