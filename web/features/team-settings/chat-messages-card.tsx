import { useLocale, useTranslations } from 'use-intl'
import { chatModes } from '#contract/chat-mode.ts'
import { formatList } from '#contract/format-list.ts'
import { destinations, providers } from '#contract/providers.ts'
import type { Team } from '#contract/users.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Card } from '../../ui/card.tsx'
import { SavedSign } from '../../ui/saved-sign.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveTeam } from '../../entities/team.ts'
import { hourOptions } from '../../domain/reminder-hours.ts'

export function ChatMessagesCard({ team, onSaved }: { team: Team; onSaved: (team: Team) => void }) {
  const t = useTranslations('teamSettings.chatMode')
  const settings = useTranslations('settings')
  const locale = useLocale()
  const online = useOnline()
  const services = formatList(
    locale,
    destinations.map((id) => providers[id].name),
  )
  const save = useSaveTeam({ onSaved, onFailed: (error) => toast.error(settings('saveFailed'), error) })
  const chosen = save.isPending ? save.variables : team
  const { chat_mode = team.chat_mode, digest_hour = team.digest_hour } = chosen
  return (
    <Card title={t('title')} sign={<SavedSign isSaved={save.isSuccess} />}>
      <p className="-mt-2 mb-4 t-14 text-text-2">{t('about', { services })}</p>
      <OfflineReason />
      <div className="grid items-start gap-5 two-columns">
        <Select
          label={t('title')}
          disabled={!online}
          value={chat_mode}
          options={chatModes.map((value) => ({ value, name: t(`kinds.${value}`) }))}
          onChange={(value) => save.mutate({ chat_mode: value })}
        />
        {chat_mode === 'digest' && (
          <Select
            label={t('hour')}
            disabled={!online}
            value={String(digest_hour)}
            options={hourOptions(locale, '').slice(1)}
            onChange={(value) => save.mutate({ digest_hour: Number(value) })}
          />
        )}
      </div>
    </Card>
  )
}
