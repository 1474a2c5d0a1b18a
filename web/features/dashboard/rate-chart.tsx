import { useLocale, useTranslations } from 'use-intl'
import type { Week } from '#contract/dashboard.ts'
import { formatNumericDay } from '../../dates/format-date.ts'
import { formatPercent } from '../../platform/format-percent.ts'
import { DashboardPart } from './dashboard-part.tsx'

// Heights in pixels. `top` leaves room for a value above the 100 % line. `foot` leaves room for the dates below the zero line.
const top = 22
const bars = 128
const foot = 24
const height = top + bars + foot
const yOf = (rate: number) => top + bars - (bars * rate) / 100

/** The share of a week's width that its bar takes. On a screen of 1440 pixels, a bar is 26 pixels of 39. */
const barShare = 0.66

/**
 * Draws the weekly rates as twelve bars from 0 to 100 %, as wide as the space allows.
 * Screen readers get the same data as a table.
 */
export function RateChart({ weeks }: { weeks: Week[] }) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  const current = weeks.at(-1)
  const shown = (week: Week | undefined) =>
    week === undefined || week.submission_rate === null ? t('none') : formatPercent(language, week.submission_rate)
  const place = 100 / weeks.length // the width of a week, in percent
  return (
    <DashboardPart title={t('chart')} aside={t('weeks')}>
      <div className="mt-3 flex">
        {/* Overflow is visible because a date may be wider than its week. */}
        <svg
          role="img"
          aria-label={t('chartLabel', { rate: shown(current) })}
          width="100%"
          height={height}
          className="min-w-0 overflow-visible"
        >
          {[0, 50, 100].map((rate) => (
            <line
              key={rate}
              x2="100%"
              y1={yOf(rate) + 0.5}
              y2={yOf(rate) + 0.5}
              className={rate === 0 ? 'stroke-rule-strong' : 'stroke-rule'}
            />
          ))}
          {weeks.map((week, index) => (
            <WeekBar key={week.week_start} week={week} left={place * index} place={place} current={week === current} />
          ))}
          {weeks.map((week, index) => (
            <WeekLabel
              key={week.week_start}
              week={week}
              middle={place * (index + 0.5)}
              weeksAgo={weeks.length - 1 - index}
            />
          ))}
        </svg>
        <svg aria-hidden width="44" height={height} className="shrink-0 fill-text-3 t-12">
          {[100, 50, 0].map((rate) => (
            <text key={rate} x="44" y={yOf(rate) + 4} textAnchor="end">
              {formatPercent(language, rate)}
            </text>
          ))}
        </svg>
      </div>
      {weeks.every(({ submission_rate }) => submission_rate === null) && (
        <p className="mt-2 t-13 text-text-2">{t('chartEmpty')}</p>
      )}
      <div className="sr-only">
        <table>
          <caption>{t('chart')}</caption>
          <thead>
            <tr>
              {[t('week'), t('rate'), t('weekReports'), t('weekMembers')].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <WeekRow key={week.week_start} week={week} current={week === current} rate={shown(week)} />
            ))}
          </tbody>
        </table>
      </div>
    </DashboardPart>
  )
}

function WeekBar({ week, left, place, current }: { week: Week; left: number; place: number; current: boolean }) {
  const rate = week.submission_rate
  if (rate === null) return null
  const y = Math.min(yOf(rate), yOf(0) - 1) // one pixel at least, so that a rate of 0 shows as a line
  return (
    <>
      <rect
        x={`${left + (place * (1 - barShare)) / 2}%`}
        y={y}
        width={`${place * barShare}%`}
        height={yOf(0) - y}
        rx="2"
        className={`forced-colors:stroke-[CanvasText] ${current ? 'fill-heat-3' : 'fill-heat-1'}`}
      />
      {current && (
        <text x={`${left + place / 2}%`} y={y - 6} textAnchor="middle" className="fill-text t-12b tabular-nums">
          {rate}
        </text>
      )}
    </>
  )
}

/** Labels the current week, and every third week before it with its Monday. */
function WeekLabel({ week, middle, weeksAgo }: { week: Week; middle: number; weeksAgo: number }) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  if (weeksAgo % 3 !== 0) return null
  const current = weeksAgo === 0
  return (
    <text
      x={current ? '100%' : `${middle}%`}
      y={height - 4}
      textAnchor={current ? 'end' : 'middle'}
      className={`t-12 tabular-nums ${current ? 'fill-text' : 'fill-text-3'}`}
    >
      {current ? t('thisWeekShort') : formatNumericDay(language, week.week_start)}
    </text>
  )
}

function WeekRow({ week, current, rate }: { week: Week; current: boolean; rate: string }) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  return (
    <tr>
      <th scope="row">{current ? t('thisWeek') : formatNumericDay(language, week.week_start)}</th>
      <td>{rate}</td>
      <td>{week.reports}</td>
      <td>{week.members}</td>
    </tr>
  )
}
