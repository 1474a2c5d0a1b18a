import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

type TabItem<Id extends string> = { id: Id; title: string; content: ReactNode }

/**
 * A row of tabs above the panel of the chosen one; the row scrolls sideways where it is too narrow. A panel that was
 * open once stays mounted, so that a half-filled form survives a look at another tab.
 */
export function Tabs<Id extends string>(props: {
  label: string
  items: TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}) {
  const { label, items, selected, onSelect } = props
  const opened = useOpened(selected)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(key as Id /* the keys are the items' ids */)}>
      <TabList
        ref={row}
        aria-label={label}
        className="-mx-4 flex gap-6 overflow-x-auto px-4 [scrollbar-width:none] inset-shadow-[0_-1px] inset-shadow-rule md:mx-0 md:px-0"
      >
        {items.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            data-title={title}
            // The hidden bold copy keeps the width, so that choosing a tab moves nothing.
            className="fast flex h-11 shrink-0 cursor-pointer flex-col justify-center border-b-2 border-transparent t-14 whitespace-nowrap text-text-2 transition-colors after:invisible after:h-0 after:overflow-hidden after:t-14b after:content-[attr(data-title)] hover:text-text focus-visible:-outline-offset-2 data-selected:border-ai-text data-selected:t-14b data-selected:text-text"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} shouldForceMount={opened.has(id)} className="max-w-184 pt-6 data-inert:hidden">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

function useOpened<Id>(selected: Id): Set<Id> {
  const [opened, setOpened] = useState(() => new Set([selected]))
  if (!opened.has(selected)) setOpened(new Set([...opened, selected]))
  return opened
}
