import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { reportTimes, type ReportTime } from '#contract/report-time.ts'
import { type Team, TeamChange } from '#contract/users.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { countryNamesIn } from '../../dates/country-names.ts'
import { languageOptions } from '../../platform/language-names.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { countryOfZone } from '../../dates/zone-countries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeOfTeam, useSaveTeam } from '../../entities/team.ts'
import { addHolidays } from './queries.ts'
import { TeamNameField } from '../../domain/team-name-field.tsx'
import { hourOf, hourOptions, hourToOffer } from '../../domain/reminder-hours.ts'
import { ZoneSelect } from '../../domain/zone-select.tsx'

type TeamWords = Pick<Team, 'name' | 'time_zone' | 'report_time' | 'language'> & { reminder_hour: string }
const changeTo = ({ name, time_zone, report_time, reminder_hour, language }: TeamWords): TeamChange => ({
  name: name.trim(),
  time_zone,
  report_time,
  reminder_hour: hourOf(reminder_hour),
  language,
})

type Props = { team: Team; disabled: boolean; onSaved: (team: Team) => void }

/**
 * Edits the settings of a new team in one form.
 * The time zone is that of the browser that created the team (E1.10). The form starts with the browser's language.
 */
export function NewTeamForm({ team, disabled, onSaved }: Props) {
  const t = useTranslations('firstMinute')
  const settings = useTranslations('teamSettings')
  const locale = useLocale()
  const check = useCheck()
  const save = useSaveTeam({ onSaved, onFailed: (error) => toast.error(settings('saveFailed'), error) })
  const queries = useQueryClient()
  const { words, busy, props, field, draft } = useStoredForm({
    key: useFormKey('first-steps-team'),
    start: {
      name: team.name,
      time_zone: team.time_zone,
      report_time: team.report_time,
      reminder_hour: String(team.reminder_hour ?? ''),
      language: locale,
      with_holidays: true,
    },
    check: ({ name }) => check(TeamChange, { name }),
    send: async (words) => {
      await save.mutateAsync(changeTo(words))
      toast.success(t('teamSaved'))
      const wanted = words.with_holidays && countryOfZone(words.time_zone)
      // The server names the holidays in the team's language, so the team must be saved first.
      if (wanted) await addHolidays(wanted).catch((error: unknown) => toast.error(t('holidaysFailed'), error))
      void queries.invalidateQueries({ queryKey: ['calendar'] })
    },
    later: (words) => changeOfTeam(changeTo(words)),
  })
  const [zone, hour, language] = [field('time_zone'), field('reminder_hour'), field('language')]
  const time = field('report_time')
  const writeAt = (chosen: ReportTime) => {
    time.onChange(chosen)
    const offered = hourToOffer(chosen, hourOf(hour.value))
    if (offered !== undefined) hour.onChange(String(offered))
  }
  const off = disabled || busy
  const country = countryOfZone(zone.value)
  const actions = useTranslations('actions')
  return (
    <form
      {...props}
      aria-label={t('steps.team')}
      className="mt-3 mb-1 grid grid-cols-2 items-end gap-3 wide:items-start rounded-2 bg-sunken p-4 forced-colors:border wide:grid-cols-[minmax(7rem,1fr)_minmax(7rem,1fr)_auto_auto_auto_auto] wide:[&_label.t-13b]:whitespace-nowrap"
    >
      <div className="col-span-full has-[>:empty]:absolute">
        <DraftNotes draft={draft} />
      </div>
      <div className="narrow:col-span-2">
        <TeamNameField {...field('name')} disabled={off} />
      </div>
      <div className="narrow:col-span-2">
        <ZoneSelect disabled={off} value={zone.value} onChange={zone.onChange} />
      </div>
      <Select
        label={settings('reportTime')}
        disabled={off}
        value={time.value}
        options={reportTimes.map((value) => ({ value, name: settings(`times.${value}`) }))}
        onChange={writeAt}
      />
      <Select
        label={settings('reminderHour')}
        disabled={off}
        value={hour.value}
        options={hourOptions(locale, settings('reminderNone'))}
        onChange={hour.onChange}
      />
      <Select
        label={t('language')}
        disabled={off}
        value={language.value}
        options={languageOptions}
        onChange={language.onChange}
      />
      {country && (
        <div className="narrow:col-span-2 wide:order-last wide:col-span-full">
          <Checkbox
            name="holidays"
            checked={words.with_holidays}
            disabled={off}
            onChange={field('with_holidays').onChange}
          >
            {t('addHolidays', { country: countryNamesIn(locale)(country) })}
            <span className="block text-text-2">{t('addHolidaysHint')}</span>
          </Checkbox>
        </div>
      )}
      {/* Aligns the button with the fields, below the labels. */}
      <div className="grid wide:mt-6.5">
        <Button kind="line" type="submit" disabled={disabled} busy={busy ? actions('saving') : undefined}>
          {actions('save')}
        </Button>
      </div>
    </form>
  )
}
