import { defaultSettings, type Settings, SettingsChange } from '#contract/users.ts'

/** Returns a member's settings. Fields that an earlier release did not store get their defaults. */
export function settingsOf(stored: unknown): Settings {
  const settings = SettingsChange.safeParse(stored)
  return settings.success ? withChange(defaultSettings, settings.data) : defaultSettings
}

export const withChange = (before: Settings, change: SettingsChange): Settings => Object.assign({}, before, change)
