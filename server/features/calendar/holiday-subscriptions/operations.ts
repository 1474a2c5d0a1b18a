import type { Holiday, Subscribed, SubscriptionDraft, TeamSubscription } from '#contract/holidays.ts'
import { languages } from '#contract/languages.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectToday } from '#server/db/fragments/today.ts'
import {
  addUnlessRemoved,
  publicHolidays,
  readTeam,
  removeUnchanged,
} from '#server/features/calendar/holidays/operations.ts'
import type { Services } from '#server/services.ts'
import * as subscriptions from './sql.ts'

/** @throws AppError admins_only */
export async function readSubscription({ database }: Services, scope: Scope): Promise<TeamSubscription> {
  requireAdministrator(scope)
  const subscription = await withTeamTransaction(database, scope, (db) => subscriptions.selectSubscription(db, scope))
  return { subscription: subscription ?? null }
}

/**
 * Subscribes the team to a country: adds the public holidays of this year and the next one. A job adds each following
 * year in October (E4.05). Days that an administrator has removed are not added again. The holidays of a former country
 * remain.
 * @throws AppError admins_only, invalid_input: an unknown country or region
 */
export async function subscribe(
  { database, now, logEvent }: Services,
  scope: Scope,
  { country, region }: SubscriptionDraft,
): Promise<Subscribed> {
  requireAdministrator(scope)
  const { today, language } = await withTeamTransaction(database, scope, async (db) => ({
    today: await selectToday(db, scope, now()),
    language: (await readTeam(db, scope)).language,
  }))
  const year = Number(today.slice(0, 4))
  const days = await publicHolidays({ country, region }, [year, year + 1], language)
  const subscription = { country, region: region ?? null, added_until: year + 1 }
  const answer = await withTeamTransaction(database, answering(scope), async (db) => {
    await subscriptions.upsertSubscription(db, scope, subscription)
    const added = await addUnlessRemoved(db, scope, days)
    return { subscription, coming: added.filter((date) => date >= today).length }
  })
  logEvent('team_changed', scope)
  return answer
}

/**
 * Ends the team's subscription. The holidays that it has added remain.
 * @param removesHolidays also removes these holidays from today on, unless they were renamed or moved. A later
 * subscription may add these days again
 * @throws AppError admins_only
 */
export async function unsubscribe(services: Services, scope: Scope, removesHolidays: boolean): Promise<void> {
  const { database, logEvent } = services
  requireAdministrator(scope)
  const coming = removesHolidays ? await comingHolidays(services, scope) : []
  await withTeamTransaction(database, answering(scope), async (db) => {
    await subscriptions.deleteSubscription(db, scope)
    await removeUnchanged(db, scope, coming)
  })
  logEvent('team_changed', scope)
}

/**
 * Returns the country's holidays from today on, up to the last subscribed year, in all languages: the team may have had
 * another language when they were added.
 */
async function comingHolidays({ database, now }: Services, scope: Scope): Promise<Holiday[]> {
  const { today, subscription } = await withTeamTransaction(database, scope, async (db) => ({
    today: await selectToday(db, scope, now()),
    subscription: await subscriptions.selectSubscription(db, scope),
  }))
  if (!subscription) return []
  const { country, region, added_until } = subscription
  const first = Number(today.slice(0, 4))
  const years = Array.from({ length: Math.max(added_until - first + 1, 0) }, (_, index) => first + index)
  const place = { country, region: region ?? undefined }
  const days = await Promise.all(languages.map((language) => publicHolidays(place, years, language)))
  return days.flat().filter(({ date }) => date >= today)
}

const october = 10

/**
 * Adds next year's holidays from October on, once for each team. Runs every day, in case the server was down in
 * October.
 */
export async function addNextYear({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const year = now().getUTCFullYear() + (now().getUTCMonth() + 1 >= october ? 1 : 0)
  const due = await withEveryTeamTransaction(database, (db) => subscriptions.selectDue(db, year))
  const failures: unknown[] = []
  for (const same of Map.groupBy(due, ({ country, region, language }) => `${country} ${region} ${language}`).values()) {
    try {
      failures.push(...(await addTo(database, same, year)))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `No holidays of ${year}: ${failures.length} failures`)
}

/**
 * Adds holidays to teams with the same country, region and language.
 * @returns the errors of the teams that failed; all other teams have the holidays
 */
async function addTo(
  database: Services['database'],
  teams: readonly subscriptions.Due[],
  year: number,
): Promise<unknown[]> {
  const { country, region, language } = teams[0]!
  const days = await publicHolidays({ country, region: region ?? undefined }, [year - 1, year], language)
  const failures: unknown[] = []
  for (const team of teams)
    await withTeamTransaction(database, team, async (db) => {
      if (!(await subscriptions.claimYear(db, team, year))) return
      const isNew = ({ date }: Holiday) => Number(date.slice(0, 4)) > team.added_until
      await addUnlessRemoved(db, team, days.filter(isNew), true)
    }).catch((error: unknown) => void failures.push(error))
  return failures
}
