import type { ReactNode } from 'react'

/** Renders a link to the help about the card with this title. */
export type Help = (title: string) => ReactNode

/** A section of a page with a title and at most one action beside it (design: principles). */
export function Card({
  id,
  title,
  mark,
  help,
  sign,
  action,
  children,
}: {
  /** The element id. Required if a URL links to the card. */
  id?: string
  title: string
  mark?: ReactNode
  help?: Help | undefined
  sign?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="rounded-3 border border-rule bg-surface px-4 py-5 md:px-6"
    >
      {/* A switch is always beside the title. A button moves below a long title. */}
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 has-[>.switch-track]:flex-nowrap">
        {mark}
        <div className="mr-auto flex flex-wrap items-center gap-x-1">
          <div className="flex items-center gap-x-1">
            <h2 className="t-17b">{title}</h2>
            {help?.(title)}
          </div>
          {sign && <span className="ml-2">{sign}</span>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-2 max-[22.5rem]:grid-cols-1">
      {facts.map(({ name, value }) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="min-w-[min(7rem,33vw)] t-13 text-text-3">{name}</dt>
          <dd className="min-w-0 t-14">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
