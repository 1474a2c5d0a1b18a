import { useTranslations } from 'use-intl'
import { mentionChannels, type Settings } from '#contract/users.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'

/**
 * Selects the channel for new comments that concern the member (N5.02).
 * Offers only channels that this server and the team can use (E5.01).
 */
export function MentionsRow({
  channels,
  value,
  onChange,
}: ControlledProps<Settings['mentions']> & { channels: { mail: boolean; slack: boolean } | undefined }) {
  const t = useTranslations('notifications.mentions')
  const { mail, slack } = channels ?? { mail: true, slack: true }
  if (!mail && !slack)
    return (
      <SettingRow title={t('title')}>
        <div className="mt-3">
          <Note>{t('nowhere')}</Note>
        </div>
      </SettingRow>
    )
  const names = { slack: t(mail ? 'places.slack' : 'places.slackOnly'), mail: t('places.mail'), none: t('places.none') }
  const offered = { slack, mail, none: true }
  const options = mentionChannels
    .filter((place) => offered[place])
    .map((place) => ({ value: place, name: names[place] }))
  const other = slack ? 'slack' : 'mail'
  const chosen = { value: offered[value] ? value : other, onChange }
  return (
    <SettingRow title={t('title')} about={t('about')}>
      <div className="mt-3 max-w-80">
        <Select label={t('place')} options={options} {...chosen} />
      </div>
    </SettingRow>
  )
}
