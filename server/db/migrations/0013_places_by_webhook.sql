-- Which services there are stands in one table of the program (contract/providers.ts), by whose types every row is written:
-- a second list here would have to be changed with it, by a migration for each service.
alter table connections drop constraint connections_provider_check;
alter table notification_deliveries drop constraint notification_deliveries_destination_check;

-- What is granted and nobody's own is the team's: one place for it at each service, as there was one space of Google Chat.
create unique index connections_one_place_in_team on connections (team_id, provider)
  where subject is null and secret is not null;
drop index connections_one_space_in_team;
