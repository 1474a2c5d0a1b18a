import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { enableSingleKeys, useSingleKeys } from '../../hooks/use-shortcuts.ts'
import { lastingToasts } from '../../storage/stored-switch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Destination } from './sidebar.tsx'
import { keysIn, paletteKeys, submitKeys } from '../../platform/keyboard-names.ts'

const ofTheDay = [
  { keys: ['N'], text: 'shortcutWrite' },
  { keys: ['J', 'K'], text: 'shortcutReports' },
  { keys: ['C', 'R'], text: 'shortcutAnswers' },
  { keys: ['E'], text: 'shortcutRead' },
  { keys: ['⇧ E'], text: 'shortcutAllRead' },
  { keys: ['←', '→'], text: 'shortcutDays' },
  { keys: ['P'], text: 'shortcutPresent' },
  { keys: ['T'], text: 'shortcutToday' },
] as const
const everywhere = [
  { keys: ['G', ','], text: 'settings' },
  { keys: ['/'], text: 'shortcutSearch' },
  { keys: [paletteKeys], text: 'shortcutGo' },
  { keys: ['?'], text: 'shortcutHelp' },
  { keys: ['Z'], text: 'shortcutUndo' },
  { keys: [submitKeys], text: 'shortcutSubmit' },
  { keys: ['Esc'], text: 'shortcutClose' },
] as const

/** @param help a link to the full guide */
export function ShortcutsDialog({
  destinations,
  help,
  onClose,
}: {
  destinations: readonly Pick<Destination, 'keys' | 'label'>[]
  help: ReactNode
  onClose: () => void
}) {
  const t = useTranslations('shell')
  const language = useLocale()
  const rows = [
    ...ofTheDay.map(({ keys, text }) => ({ keys, text: t(text) })),
    ...destinations.map(({ keys, label }) => ({ keys: keys.split(' '), text: label })),
    ...everywhere.map(({ keys, text }) => ({ keys, text: t(text) })),
  ]
  const switches = [
    { name: 'singleKeys', hint: 'singleKeysHint', isOn: useSingleKeys(), set: enableSingleKeys },
    { name: 'lastingToasts', hint: 'lastingToastsHint', isOn: lastingToasts.use(), set: lastingToasts.set },
  ] as const
  return (
    <Dialog title={t('shortcuts')} closeLabel={t('close')} onClose={onClose}>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2 t-14">
        {rows.map(({ keys, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-1 border border-rule px-1.5 py-0.5 text-center t-12 text-text-2"
                >
                  {keysIn(language, key)}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {switches.map(({ name, hint, isOn, set }) => (
        <label key={name} className="flex cursor-pointer items-start gap-3 border-t border-rule pt-4 t-14">
          <input
            type="checkbox"
            role="switch"
            checked={isOn}
            aria-checked={isOn}
            onChange={(event) => set(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-ai"
          />
          <span>
            {t(name)}
            <span className="block t-12 text-text-3">{t(hint)}</span>
          </span>
        </label>
      ))}
      <p className="t-14">{help}</p>
    </Dialog>
  )
}
