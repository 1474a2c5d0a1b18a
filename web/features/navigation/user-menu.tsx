import { ChevronsUpDown, CircleHelp, Keyboard, LogOut, Moon, Search, Settings, Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { paletteKeys } from '../../platform/keyboard-names.ts'
import { displayName, hueOf, initials, pictureOf } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu } from '../../ui/menu.tsx'
import { chooseTheme, useTheme } from '../../platform/colour-theme.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function UserMenu({
  user,
  onSettings,
  onPalette,
  onShortcuts,
  onHelp,
  onSignOut,
}: {
  user: Me
  onSettings: () => void
  onPalette: () => void
  onShortcuts: () => void
  onHelp: () => void
  onSignOut: () => void
}) {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const theme = useTheme()
  const name = displayName(user)
  return (
    <Menu
      label={t('userMenu', { name })}
      placement="bottom-18 left-4"
      className="flex w-full cursor-pointer items-center gap-2 rounded-2 px-2 py-1.5 text-left hover:bg-hover active:bg-pressed"
      items={[
        { label: t('settings'), icon: <Settings {...icon} />, keys: <Kbd keys="G ," />, onSelect: onSettings },
        theme === 'light'
          ? { label: t('darkTheme'), icon: <Moon {...icon} />, onSelect: () => chooseTheme('dark') }
          : { label: t('lightTheme'), icon: <Sun {...icon} />, onSelect: () => chooseTheme('light') },
        { label: t('commands'), icon: <Search {...icon} />, keys: <Kbd keys={paletteKeys} />, onSelect: onPalette },
        { label: t('shortcuts'), icon: <Keyboard {...icon} />, keys: <Kbd keys="?" />, onSelect: onShortcuts },
        { label: common('help'), icon: <CircleHelp {...icon} />, onSelect: onHelp },
        { label: t('logout'), icon: <LogOut {...icon} />, onSelect: onSignOut, apart: true },
      ]}
    >
      <Avatar initials={initials(user)} hue={hueOf(user.id)} picture={pictureOf(user)} />
      <span className="min-w-0 flex-1">
        <span className="block truncate t-13b">{name}</span>
        <span className="block truncate t-12 text-text-2">{user.team.name}</span>
      </span>
      <ChevronsUpDown size={16} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
    </Menu>
  )
}
