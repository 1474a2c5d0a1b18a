import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countriesThatMoveDays, type Subscription } from '#contract/holidays.ts'
import { refusalOf } from '../../api/errors.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { countryNamesIn } from '../../dates/country-names.ts'
import { useOnline } from '../../platform/online.ts'
import { onEscape } from '../../hooks/use-editing.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { TextAction } from '../../ui/text-action.tsx'
import { toast } from '../../ui/toast.tsx'
import { CountryFields, type HolidayRegion, useHolidayRegion } from './country-fields.tsx'
import { countriesQuery, subscribe, subscriptionQuery, unsubscribe } from './queries.ts'

/** Lets administrators choose a country. Its holidays are then added each year (E4.05). */
export function YearlyHolidays({ timeZone }: { timeZone: string }) {
  const t = useTranslations('teamCalendar')
  const online = useOnline()
  const subscription = useQuery(subscriptionQuery)
  const load = useLoad(subscription)
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setIsOpen(false)
    place.current?.focus()
  }
  if (!load.data && load.data !== null) return <LoadNote load={load} failed={t('yearlyUnknown')} />
  return (
    <div ref={place} tabIndex={-1} className="border-b border-rule py-3 t-13 outline-none">
      {load.data ? (
        <Subscribed subscription={load.data} />
      ) : isOpen ? (
        <SubscribeForm timeZone={timeZone} onClose={close} />
      ) : (
        <TextAction isOnline={online} onClick={() => setIsOpen(true)}>
          {t('yearly')}
        </TextAction>
      )}
    </div>
  )
}

function useReread() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [part] }) => part === 'calendar' || part === 'dashboard' })
}

function Subscribed({ subscription: { country, region, added_until } }: { subscription: Subscription }) {
  const t = useTranslations('teamCalendar')
  const writing = useTranslations('writing')
  const absences = useTranslations('absence')
  const online = useOnline()
  const nameOf = countryNamesIn(useLocale())
  const reread = useReread()
  const { data } = useQuery({ ...countriesQuery, enabled: region !== null })
  const regions = data?.find((each) => each.country === country)?.regions
  const regionName = region && (regions?.find(({ code }) => code === region)?.name ?? region)
  const name = regionName ? `${nameOf(country)} (${regionName})` : nameOf(country)
  const undo = () => subscribe({ country, ...(region && { region }) }).finally(() => void reread())
  const stop = (removesHolidays: boolean) =>
    void unsubscribe(removesHolidays)
      .then(
        () =>
          offerUndo(t(removesHolidays ? 'yearlyRemoved' : 'yearlyStopped', { name }), {
            label: writing('undo'),
            undo,
            failed: () => absences('undoFailed'),
          }),
        (error: unknown) => toast.error(t('yearlyStopFailed'), error),
      )
      .then(reread)
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 text-text-2">{t('yearlyOn', { name, year: String(added_until) })}</span>
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        <TextAction isOnline={online} onClick={() => stop(false)}>
          {t('yearlyStop')}
        </TextAction>
        <TextAction isOnline={online} onClick={() => stop(true)}>
          {t('yearlyStopAndRemove')}
        </TextAction>
      </span>
    </p>
  )
}

function SubscribeForm({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const t = useTranslations('teamCalendar')
  const [chosen, setChosen] = useState<HolidayRegion>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const nameOf = countryNamesIn(useLocale())
  const reread = useReread()
  const place = useHolidayRegion(chosen, timeZone)
  const { country, region } = place
  const send = async () => {
    if (country === undefined) return
    setBusy(true)
    try {
      const { coming } = await subscribe({ country, ...(region && { region }) })
      toast.success(t('yearlyAdded', { name: nameOf(country), count: coming }))
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void reread()
    }
  }
  return (
    <form
      aria-label={t('yearly')}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={onEscape(() => busy || onClose())}
      className="grid grid-cols-2 items-end gap-3 rounded-2 bg-sunken p-4 forced-colors:border wide:flex wide:flex-wrap"
    >
      <p className="text-pretty text-text-2 narrow:col-span-2 wide:basis-full">{t('yearlyAbout')}</p>
      <CountryFields place={place} disabled={busy} autoFocus onPlace={setChosen} />
      <div className="flex gap-2 narrow:col-span-2 narrow:*:flex-1">
        <FormButtons
          submit={t('yearlyAdd')}
          disabled={country === undefined}
          busy={busy ? t('yearlyAdding') : undefined}
          isHeld
          onCancel={onClose}
        />
      </div>
      <div className="grid gap-2 empty:hidden narrow:col-span-2 wide:basis-full">
        {country && countriesThatMoveDays.includes(country) && <Note>{t('mayMove')}</Note>}
        <FormFailure {...refusalOf(failure, t('yearlyFailed'))} />
      </div>
    </form>
  )
}
