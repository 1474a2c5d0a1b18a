import { useQuery } from '@tanstack/react-query'
import {
  CalendarCheck,
  CalendarDays,
  CalendarRange,
  CircleHelp,
  Keyboard,
  LogOut,
  Moon,
  Pencil,
  Search,
  Settings,
  Sun,
  User as Person,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { destinations as chats, providers } from '#contract/providers.ts'
import type { Me, User } from '#contract/users.ts'
import { paths, settingsPath } from '../../app/paths.ts'
import { membersQuery } from '../../entities/members.ts'
import { isServerShown } from '../../features/deployment/queries.ts'
import { Palette, type PaletteCommand } from '../../features/navigation/palette.tsx'
import { recentCommands, rememberCommand } from '../../features/navigation/recent-commands.ts'
import synonyms from '../../features/navigation/synonyms.json' with { type: 'json' }
import type { Destination, Synonym } from '../../features/navigation/sidebar.tsx'
import { chooseTheme, useTheme } from '../../platform/colour-theme.ts'
import { typedDays } from '../../features/navigation/typed-day.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatFullDay } from '../../dates/format-date.ts'
import { displayName, wordsToFind } from '../../domain/person.ts'
import { calendarPath, invitePath, searchPath, teamPath } from '../../app/members-paths.ts'
import { monthsPath } from '../../app/month-paths.ts'
import { usePaletteResults } from './use-palette-results.tsx'

/** A command that opens a tab of the settings. `names`: further search words that are the same in every language. */
type SettingsCommand = { tab: Synonym; label: string; href?: string; names?: string }
type ScreenCommand = Omit<Destination, 'keys'> & { keys?: string }

const chatNames = chats.map((id) => providers[id].name).join(' ')

/** The palette with all commands. Its code is loaded when the palette is opened. */
export default function CommandPalette({
  user,
  destinations,
  today,
  onGo,
  onDay,
  onWrite,
  onMember,
  onShortcuts,
  onSignOut,
  onClose,
}: {
  user: Me
  destinations: readonly Destination[]
  today: CalendarDate
  onGo: (href: string) => void
  onDay: (date: CalendarDate) => void
  /** Absent if the member cannot write. */
  onWrite: (() => void) | undefined
  onMember: (member: User) => void
  onShortcuts: () => void
  onSignOut: () => void
  onClose: () => void
}) {
  const t = useTranslations('palette')
  const shell = useTranslations('shell')
  const common = useTranslations('common')
  const months = useTranslations('months')
  const team = useTranslations('team')
  const tabs = useTranslations('settings.tabs')
  const places = useTranslations('settings.places')
  const teamSettings = useTranslations('teamSettings')
  const language = useLocale()
  const synonymsOf = (id: Synonym) => `${synonyms[id].en} ${synonyms[id][language]}`
  const theme = useTheme()
  const members = useQuery(membersQuery)
  const [recent] = useState(() => recentCommands(user.id))
  const [query, setQuery] = useState('')
  const found = usePaletteResults(query, onGo)

  const screensNamed: ScreenCommand[] = [
    ...destinations,
    { page: 'search', label: shell('search'), href: searchPath(), icon: Search, keys: '/' },
    { page: 'settings', label: shell('settings'), href: settingsPath(), icon: Settings, keys: 'G ,' },
    { page: 'week', label: t('week'), href: paths.week, icon: CalendarRange },
    ...(user.is_admin && user.team.month_approval
      ? [{ page: 'months' as const, label: months('all'), href: monthsPath(), icon: CalendarCheck }]
      : []),
    { page: 'calendar', label: team('calendar'), href: calendarPath(), icon: CalendarDays },
  ]
  const screens = screensNamed.map<PaletteCommand>(({ page, label, href, icon, keys }) => ({
    id: `screen:${page}`,
    label,
    words: `${page} ${synonymsOf(page)}`,
    kind: t('screen'),
    icon,
    keys,
    run: () => onGo(href),
  }))
  const tabsNamed: SettingsCommand[] = [
    { tab: 'user-info', label: tabs('userInfo') },
    { tab: 'access', label: tabs('access') },
    { tab: 'notifications', label: tabs('notifications') },
    { tab: 'frequent-tasks', label: tabs('frequentTasks') },
    { tab: 'backlog-settings', label: tabs('backlogSettings') },
    { tab: 'language', label: tabs('language') },
    { tab: 'app-info', label: tabs('appInfo') },
    { tab: 'team-settings', label: teamSettings('title'), href: teamPath('settings'), names: chatNames },
    ...(isServerShown(user) ? [{ tab: 'server' as const, label: places('server') }] : []),
  ]
  const settings = tabsNamed.map<PaletteCommand>(({ tab, label, href = settingsPath(tab), names = '' }) => ({
    id: `settings:${tab}`,
    label,
    words: `${tab} ${shell('settings')} ${synonymsOf(tab)} ${names}`,
    kind: t('settingsTab'),
    icon: Settings,
    run: () => onGo(href),
  }))
  const people = (members.data ?? [])
    .filter((member) => member.is_active)
    .map((each) => commandOf(each, t('member'), () => onMember(each)))
  const commands: PaletteCommand[] = [
    ...(onWrite
      ? [{ id: 'write', label: t('write'), words: synonymsOf('write'), icon: Pencil, keys: 'N', run: onWrite }]
      : []),
    ...screens,
    ...settings,
    {
      id: 'invite',
      label: team('invite'),
      words: synonymsOf('invite'),
      icon: UserPlus,
      onRequest: true,
      run: () => onGo(invitePath),
    },
    theme === 'light'
      ? {
          id: 'theme',
          label: shell('darkTheme'),
          words: synonymsOf('theme'),
          icon: Moon,
          run: () => chooseTheme('dark'),
        }
      : {
          id: 'theme',
          label: shell('lightTheme'),
          words: synonymsOf('theme'),
          icon: Sun,
          run: () => chooseTheme('light'),
        },
    {
      id: 'shortcuts',
      label: shell('shortcuts'),
      words: synonymsOf('shortcuts'),
      icon: Keyboard,
      keys: '?',
      run: onShortcuts,
    },
    { id: 'help', label: common('help'), words: synonymsOf('help'), icon: CircleHelp, run: () => onGo(paths.help) },
    { id: 'logout', label: shell('logout'), words: synonymsOf('logout'), icon: LogOut, run: onSignOut },
    ...people,
  ]
  const days = (query: string): PaletteCommand[] =>
    typedDays(query, today, language).map((date) => ({
      id: `day:${date}`,
      label: formatFullDay(language, date),
      kind: t('day'),
      icon: CalendarDays,
      run: () => onDay(date),
    }))

  return (
    <Palette
      commands={commands}
      typed={days}
      found={found}
      onQuery={setQuery}
      note={members.isError && !members.data ? t('membersFailed') : undefined}
      recent={recent}
      onClose={onClose}
      onChoose={(command) => {
        // Search results and days are not remembered: tomorrow, the same word means another day.
        if (!/^(?:day|found|search):/u.test(command.id)) rememberCommand(user.id, command.id)
        onClose()
        command.run()
      }}
    />
  )
}

const commandOf = (member: User, kind: string, run: () => void): PaletteCommand => ({
  id: `member:${member.id}`,
  label: displayName(member),
  words: `${wordsToFind(member).join(' ')} ${member.family_name}${member.first_name} ${member.email}`,
  kind: member.email || kind,
  icon: Person,
  onRequest: true,
  run,
})
