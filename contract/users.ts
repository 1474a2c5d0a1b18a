import * as z from 'zod/mini'
import { email, hour, knownEmail, list, name, names, newPassword, text, timeZone, uuid } from './fields.ts'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { newcomersOfMe } from './newcomers.ts'
import { destinations } from './providers.ts'
import { reportTimes } from './report-time.ts'
import { chatModes } from './chat-mode.ts'

/** The days on which a calendar week can begin (decision 78). */
export const firstDaysOfWeek = ['sunday', 'monday'] as const

/** The channel for notifications of comments. `slack` falls back to email if Slack does not know the member. */
export const mentionChannels = ['slack', 'mail', 'none'] as const

/** The member's settings that the server stores. Each browser stores its other settings itself. */
export const Settings = z.object({
  language: z.nullable(z.enum(languages)),
  /** Null: the first day that is common in the member's language (decision 78). */
  first_day_of_week: z.nullable(z.enum(firstDaysOfWeek)),
  notifications: z.object({ daily_report: z.boolean(), destination: z.enum(destinations) }),
  mentions: z.enum(mentionChannels),
  week_mail: z.boolean(),
  backlog: z.object({
    auto_sync: z.boolean(),
    default_priority: z.enum(['low', 'medium', 'high']),
    auto_assign: z.enum(['current-user', 'team-lead', 'none']),
  }),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = {
  language: null,
  first_day_of_week: null,
  notifications: { daily_report: true, destination: 'slack' },
  mentions: 'slack',
  week_mail: false,
  backlog: { auto_sync: false, default_priority: 'medium', auto_assign: 'current-user' },
}

/** 1 is Monday, 7 Sunday (ISO 8601). */
const weekday = z.int().check(z.minimum(1), z.maximum(7))

/** Monday to Friday, unless a team chooses others. */
export const usualWorkingDays = [1, 2, 3, 4, 5]

/** Sorts the days and removes duplicates. */
const ascending = z.overwrite<number[]>((days) => [...new Set(days)].toSorted((one, other) => one - other))
const workingDays = list(z.array(weekday).check(z.minLength(1), ascending), 7)

/** The profile data of connected sign-in accounts. */
const pictures = {
  github_avatar_url: z.nullable(z.string()),
  github_username: z.nullable(z.string()),
  google_avatar_url: z.nullable(z.string()),
  google_username: z.nullable(z.string()),
}

export const noPictures = {
  github_avatar_url: null,
  github_username: null,
  google_avatar_url: null,
  google_username: null,
} as const satisfies Record<keyof typeof pictures, null>

/**
 * A member as other members see them (S3.01).
 *
 * - `writes`: whether the member writes reports, or only reads them.
 * - `time_zone`, `working_days`: the member's own, or else the team's (N4.03).
 * - `joined_on`: YYYY-MM-DD in the member's time zone.
 * - `deactivated_at`: null if the member is active.
 */
export const User = z.object({
  id: uuid,
  first_name: z.string(),
  family_name: z.string(),
  preferred_name: z.string(),
  email: z.string(),
  is_slack_available: z.boolean(),
  ...pictures,
  role: z.string(),
  is_admin: z.boolean(),
  writes: z.boolean(),
  time_zone: z.string(),
  working_days: z.array(weekday),
  is_active: z.boolean(),
  joined_on: z.string(),
  deactivated_at: z.nullable(z.string()),
  last_active: z.nullable(z.string()),
  updated_at: z.string(),
})
export type User = z.infer<typeof User>

/** The setup steps of a new team, in order. */
export const firstSteps = ['team', 'invite', 'connect', 'report'] as const
export type FirstStep = (typeof firstSteps)[number]
const switches = { month_approval: z.boolean(), invited_only: z.boolean() }

/**
 * A team's settings.
 *
 * - `reminder_hour`: on working days, in the team's time zone; null for no reminders.
 * - `working_days`: ascending from 1 (Monday) to 7. `language`: of messages to the team.
 * - `first_steps`: the remaining steps.
 * - `invited_only`: joining requires an invitation, even with `SIGNUP=join` (E1.18).
 * - `report_time_from`: the first day to which `report_time` applies; on earlier days the other time applies (E2.04).
 */
export const Team = z.object({
  id: uuid,
  name: z.string(),
  time_zone: z.string(),
  language: z.enum(languages),
  reminder_hour: z.nullable(z.int()),
  working_days: z.array(weekday),
  report_time: z.enum(reportTimes),
  report_time_from: z.nullable(z.string()),
  chat_mode: z.enum(chatModes),
  digest_hour: z.int(),
  ...switches,
  first_steps: z.array(z.enum(firstSteps)),
})
export type Team = z.infer<typeof Team>

/** `PATCH /teams/me`, for administrators: the fields to change. `first_steps`: the steps to keep open. */
export const TeamChange = z.partial(
  z.object({
    name: name(limits.name),
    time_zone: timeZone,
    language: z.enum(languages),
    reminder_hour: z.nullable(hour),
    working_days: workingDays,
    report_time: z.enum(reportTimes),
    chat_mode: z.enum(chatModes),
    digest_hour: hour,
    ...switches,
    first_steps: list(z.array(z.enum(firstSteps)), 10),
    /** The name from which the edit began (E2.07). */
    before: z.object({ name: text(limits.name) }),
  }),
)
export type TeamChange = z.infer<typeof TeamChange>

/** A member's own schedule; null: as in the team. */
const own = { time_zone: z.nullable(timeZone), reminder_hour: z.nullable(hour) }
export const Schedule = z.object({ writes: z.boolean(), ...own, working_days: z.nullable(z.array(weekday)) })
export type Schedule = z.infer<typeof Schedule>

/** `PATCH /users/{id}/schedule`: the fields to change. Administrators can change those of any member. */
export const ScheduleChange = z.partial(
  z.object({ writes: z.boolean(), ...own, working_days: z.nullable(workingDays) }),
)
export type ScheduleChange = z.infer<typeof ScheduleChange>

/**
 * The caller, with private data.
 *
 * - `password_links`: the links of the last 30 days for a new password, newest first, at most 20 (E1.06). `made_by`: the
 *   administrator's name; null if the operator made the link, or if the administrator was erased.
 * - `claimed`: set if the account and its team existed before the caller confirmed the address (E1.16). `members`: the
 *   names of at most 20 members at that time. `total`: the number of all of them.
 */
export const Me = z.extend(User, {
  schedule: Schedule,
  pending_email: z.nullable(z.string()),
  password_links: z.array(
    z.object({ made_at: z.string(), used_at: z.nullable(z.string()), made_by: z.nullable(z.string()) }),
  ),
  claimed: z.nullable(z.object({ at: z.string(), members: z.array(z.string()), total: z.int() })),
  ...newcomersOfMe,
  sign_up_domains: z.array(z.string()), // domains of emails that may sign up; empty: all (E1.18)
  has_server_settings: z.boolean(), // whether the caller is an administrator of the server's first team (E5.06)
  team: Team,
  settings: Settings,
  connections: z.record(z.string(), z.string()),
})
export type Me = z.infer<typeof Me>

/** A member's names and email. A new email must match `email`. An unchanged one is always accepted. */
export const Profile = z.object({ ...names, email: knownEmail })
export type Profile = z.infer<typeof Profile>

const kept = text(limits.name)
const before = z.object({ first_name: kept, family_name: kept, preferred_name: kept, email: text(limits.email) })

/**
 * `current_password`: optional shortly after the sign-in or with an unchanged email. `before`: the original profile
 * (E2.07).
 */
const besideProfile = { current_password: z.optional(text(limits.passwordLongest)), before: z.optional(before) }

/** `PATCH /users/me/profile`. */
export const ProfileChange = z.extend(Profile, besideProfile)
export type ProfileChange = z.infer<typeof ProfileChange>

/** `PATCH /users/me/settings`: the fields to change. */
export const SettingsChange = z.partial(Settings)
export type SettingsChange = z.infer<typeof SettingsChange>

/** `PUT /users/me`: the profile and, optionally, some settings. */
export const ProfileAndSettings = z.extend(ProfileChange, { settings: z.optional(SettingsChange) })
export type ProfileAndSettings = z.infer<typeof ProfileAndSettings>

/** `POST /onboarding`: self-registration. `time_zone`: the browser's, used for a new team (E1.10). */
export const Registration = z.object({
  ...names,
  email,
  password: newPassword(limits.signUpPassword),
  time_zone: z.optional(timeZone),
})
export type Registration = z.infer<typeof Registration>
