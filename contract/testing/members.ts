import { defaultSettings, noPictures, type Me, type User, usualWorkingDays } from '../users.ts'

/** A member as the whole team sees them. */
export const member = (id: string, family_name: string, first_name: string, parts: Partial<User> = {}): User => ({
  id,
  first_name,
  family_name,
  preferred_name: '',
  email: `${id}@hinode.example`,
  is_slack_available: false,
  ...noPictures,
  role: 'member',
  is_admin: false,
  writes: true,
  time_zone: 'Asia/Tokyo',
  working_days: usualWorkingDays,
  is_active: true,
  joined_on: '2026-01-05',
  deactivated_at: null,
  last_active: null,
  updated_at: '2026-10-01T09:00:00+09:00',
  ...parts,
})

/** A member as they see themselves. */
export const signedIn = (user: User): Me => ({
  ...user,
  schedule: { writes: user.writes, time_zone: null, working_days: null, reminder_hour: null },
  pending_email: null,
  password_links: [],
  claimed: null,
  newcomers: [],
  newcomers_total: 0,
  sign_up_domains: [],
  has_server_settings: true,
  team: {
    id: '01998d5c-0000-7000-8000-999999999999',
    name: '予約プロダクト',
    time_zone: 'Asia/Tokyo',
    language: 'ja',
    reminder_hour: 10,
    working_days: usualWorkingDays,
    report_time: 'morning',
    report_time_from: null,
    chat_mode: 'each',
    digest_hour: 11,
    month_approval: false,
    invited_only: false,
    first_steps: [],
  },
  settings: defaultSettings,
  connections: {},
})
