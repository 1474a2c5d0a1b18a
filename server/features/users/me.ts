import { defaultSettings, type Me, type Settings, SettingsChange } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'
import { connectedAccounts } from '#server/features/connections/operations.ts'
import { selectNewcomers } from '#server/features/newcomers/operations.ts'
import type { Services } from '#server/services.ts'
import { type Member, selectMe } from './sql.ts'

/** Within the caller's transaction: the caller's own record. */
export async function me({ config, now }: Services, db: Db, scope: Member): Promise<Me> {
  const [row, newcomers, accounts] = await Promise.all([
    selectMe(db, scope),
    selectNewcomers(db, scope, now()),
    connectedAccounts(db, scope),
  ])
  return {
    ...row,
    ...newcomers,
    settings: settingsOf(row.settings),
    connections: accounts,
    sign_up_domains: config.signUp === 'join' ? config.signUpDomains : [],
  }
}

/** What is stored may be of an earlier release, with fewer settings. */
export function settingsOf(stored: unknown): Settings {
  const settings = SettingsChange.safeParse(stored)
  return settings.success ? withChange(defaultSettings, settings.data) : defaultSettings
}

/** JSON has no undefined: what is not given is not there. */
export const withChange = (before: Settings, change: SettingsChange): Settings => Object.assign({}, before, change)
