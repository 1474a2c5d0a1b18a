import { OctagonAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { formatList } from '../../lib/format-list.ts'
import { displayName, hueOf, initials, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { underlined } from '../../ui/text-link.ts'
import type { Roll } from './day.ts'
import { firstBlockerId } from './report-table.tsx'

const MemberAvatar = ({ member, ghost = false, size = 28 }: { member: User; ghost?: boolean; size?: 24 | 28 }) => (
  <Avatar initials={initials(member)} hue={hueOf(member.id)} picture={pictureOf(member)} size={size} ghost={ghost} />
)

/** Two lines with how many more there are. Beyond so many the roll is cut short; the count below it still says all. */
const shownAtMost = 23

function toFirstBlocker() {
  const blocker = document.getElementById(firstBlockerId)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  blocker?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  blocker?.focus({ preventScroll: true })
}

/** Who has reported, in the order in which the reports came in, then who has not. */
export function RollCall({ roll, blockers }: { roll: Roll; blockers: number }) {
  const t = useTranslations('dailyReport')
  const all = [...roll.present, ...roll.absent]
  const cut = all.length - shownAtMost
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 wide:max-w-96 wide:flex-col wide:items-end">
      <div aria-hidden className="flex flex-wrap items-center gap-1 wide:justify-end">
        {all.slice(0, shownAtMost).map((member, index) => (
          <span key={member.id} title={displayName(member)} className="contents">
            <MemberAvatar member={member} ghost={index >= roll.present.length} />
          </span>
        ))}
        {cut > 0 && <span className="t-12 text-text-3">+{cut}</span>}
      </div>
      <div className="flex min-h-5 grow flex-row-reverse flex-wrap items-center justify-between gap-x-3 t-13 @min-[480px]:grow-0 @min-[480px]:flex-row">
        {blockers > 0 && (
          <button
            type="button"
            onClick={toFirstBlocker}
            className="flex cursor-pointer items-center gap-1 rounded-1 text-problem-text underline-offset-3 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            <OctagonAlert size={14} strokeWidth={1.75} aria-hidden />
            {t('blockers', { count: blockers })}
          </button>
        )}
        <p role="status" className="text-text-2 tabular-nums">
          {t.rich(roll.isDue ? 'rollCall' : 'rollCallDayOff', {
            present: roll.present.length,
            total: all.length,
            strong: (words) => <b className="font-semibold text-text">{words}</b>,
          })}
        </p>
      </div>
    </div>
  )
}

/** So many names are told before the list is cut. */
const namedAtMost = 15

/** 三浦 航太、小野寺 徹はまだ提出していません */
export function AbsentMembers({ absent }: { absent: User[] }) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const [all, setAll] = useState(false)
  if (absent.length === 0) return null
  const cut = all ? 0 : Math.max(0, absent.length - namedAtMost)
  const names = absent.slice(0, absent.length - cut).map(displayName)
  if (cut > 0) names.push(t('absentOthers', { count: cut }))
  return (
    <div className="flex items-start gap-3 py-4 t-13 text-text-2">
      <span aria-hidden className="flex shrink-0 gap-1 max-sm:hidden">
        {absent.slice(0, 3).map((member) => (
          <MemberAvatar key={member.id} member={member} ghost size={24} />
        ))}
      </span>
      <p className="min-w-0 pt-0.5">
        {t('absent', { names: formatList(language, names), count: absent.length })}
        {cut > 0 && (
          <button
            type="button"
            onClick={() => setAll(true)}
            className={`ml-2 cursor-pointer rounded-1 pointer-coarse:-my-3 pointer-coarse:py-3 ${underlined}`}
          >
            {t('absentAll')}
          </button>
        )}
      </p>
    </div>
  )
}
