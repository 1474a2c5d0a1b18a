import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDelayedTrue } from '../hooks/use-delayed-true.ts'

/** The delay before a skeleton appears. In a shorter wait, a skeleton would only flash. */
const delayMs = 150 // milliseconds

function DashedSun() {
  return (
    <svg viewBox="0 0 90 40" width="90" height="40" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden>
      <path d="M25 22a20 20 0 0 1 40 0" strokeDasharray="4 3" />
      <path d="M1 22h88M19 30h52M32 38h26" />
    </svg>
  )
}

function State({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-104 flex-col items-center px-4 pt-20 pb-24 text-center">
      {icon}
      <h2 className="mt-4 d-20 text-balance">{title}</h2>
      <div className="mt-3 t-14 text-pretty text-text-2">
        <p className="leading-6 empty:hidden">{children}</p>
      </div>
      {actions && <div className="mt-5 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
    </div>
  )
}

/** Says that there is no content yet: a title, a sentence and the next step. */
export function Empty({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  const sun = (
    <span className="text-rule-strong">
      <DashedSun />
    </span>
  )
  return (
    <State icon={sun} title={title} actions={actions}>
      {children}
    </State>
  )
}

/** Shows an error: what failed, what is safe, and a retry. `calm`: the state is temporary, such as being offline. */
export function Failed({
  title,
  children,
  actions,
  calm = false,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
  calm?: boolean
}) {
  const cloud = (
    <CloudOff size={40} strokeWidth={1.5} className={calm ? 'text-rule-strong' : 'text-problem-text'} aria-hidden />
  )
  return (
    <div role={calm ? 'status' : 'alert'}>
      <State icon={cloud} title={title} actions={actions}>
        {children}
      </State>
    </div>
  )
}

/** A bar of a skeleton. `width` is in percent of the column. */
export function Bar({ width }: { width: string }) {
  return (
    <span className="block py-1.5">
      <span className="block h-3 animate-skeleton rounded-1 bg-hover" style={{ width }} />
    </span>
  )
}

/**
 * Shows a skeleton only after a noticeable wait.
 * @param keepsPlace whether to reserve the skeleton's space until it is shown
 */
export function Delayed({ keepsPlace = false, children }: { keepsPlace?: boolean; children: ReactNode }) {
  const isShown = useDelayedTrue(true, delayMs)
  if (!keepsPlace) return isShown ? children : null
  return <div className={isShown ? 'contents' : 'invisible contents'}>{children}</div>
}

/**
 * The skeleton of a screen that is being loaded: a title and lines.
 * @param label announced to screen readers
 */
export function ScreenSkeleton({ label }: { label: string }) {
  return (
    <Delayed>
      <div aria-busy className="mx-auto w-full max-w-(--content) px-4 pt-5 md:px-8 md:pt-8 xl:px-10">
        <p role="status" className="sr-only">
          {label}
        </p>
        <div aria-hidden className="max-w-184">
          {['34%', '90%', '72%', '84%', '64%', '78%'].map((width) => (
            <div key={width} className="py-2">
              <Bar width={width} />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  )
}
