import { type CSSProperties, useState } from 'react'
import { prefersReducedData } from '../platform/prefetch.ts'

const sizes = {
  20: 'size-5 text-[11px]',
  24: 'size-6 text-[11px]',
  28: 'size-7 text-[11px]',
  32: 'size-8 text-[13px]',
  40: 'size-10 text-[15px]',
  56: 'size-14 text-[20px]',
} as const

/**
 * A member's picture, or the initials if there is no picture or the user wants to save data. Screen readers ignore it,
 * because the name is usually beside it. Pass `name` if it is not.
 * - `ghost`: a dashed ring, for members who have not reported
 * - `away`: a grey disc, for members who are absent
 * - `off`: a hairline ring, for members who need not report
 */
export function Avatar({
  initials,
  hue,
  picture,
  size = 32,
  ghost = false,
  away = false,
  off = false,
  name,
}: {
  initials: string
  /** 0 to 359 */
  hue: number
  picture?: string | undefined
  size?: keyof typeof sizes
  ghost?: boolean
  away?: boolean
  off?: boolean
  name?: string
}) {
  const [failed, setFailed] = useState<string>()
  const shape = `inline-flex shrink-0 items-center justify-center rounded-full select-none ${sizes[size]}`
  const label = name ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true }
  if (ghost || away || off) {
    const ring = ghost
      ? 'border border-dashed border-rule-strong'
      : off
        ? 'border border-rule'
        : 'bg-hover forced-colors:border'
    return (
      <span {...label} className={`${shape} text-text-3 ${ring}`}>
        {initials}
      </span>
    )
  }
  if (picture && picture !== failed && !prefersReducedData())
    return (
      <span {...label} className={shape}>
        <img
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full rounded-full object-cover"
          onError={() => setFailed(picture)}
        />
      </span>
    )
  return (
    <span
      {...label}
      className={`${shape} avatar-ink font-semibold forced-colors:border`}
      style={{ '--h': hue } as CSSProperties}
    >
      {initials}
    </span>
  )
}
