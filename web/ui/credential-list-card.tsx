import { type ReactNode, useState } from 'react'
import { useOnline } from '../platform/online.ts'
import { OfflineReason } from './offline-reason.tsx'
import { Button } from './button.tsx'
import { CardRows, CardRowsSkeleton } from './card-rows.tsx'
import { Card, type Help } from './card.tsx'
import type { DialogCallbacks } from './form-dialog.tsx'
import type { Load } from './load.ts'
import { Loaded } from './loaded.tsx'

/**
 * A card with a list of credentials, such as tokens, that are created and revoked in dialogs. The secret of a new one
 * stays visible until the new one is revoked or the page is left.
 */
export function CredentialListCard<Thing extends { id: string }, New extends Thing>({
  words,
  help,
  load,
  renderSecret,
  renderRow,
  renderCreate,
  renderRevoke,
}: {
  /** `make` is the label of the button, `about` the text of the empty list. */
  words: { title: string; make: string; about: string; failed: string }
  help?: Help
  load: Load<Thing[]>
  renderSecret: (made: New) => ReactNode
  renderRow: (thing: Thing, end: () => void) => ReactNode
  renderCreate: (ends: { onMade: (made: New) => void; onClose: () => void }) => ReactNode
  renderRevoke: (thing: Thing, ends: DialogCallbacks) => ReactNode
}) {
  const isOnline = useOnline()
  const [dialog, setDialog] = useState<'make' | Thing>()
  const [made, setMade] = useState<New>()
  const close = () => setDialog(undefined)
  const onMade = (one: New) => {
    setMade(one)
    close()
  }
  const onEnded = ({ id }: Thing) => {
    if (made?.id === id) setMade(undefined)
    close()
  }
  return (
    <Card
      title={words.title}
      help={help}
      action={
        <Button kind="line" small disabled={!isOnline} onClick={() => setDialog('make')}>
          {words.make}
        </Button>
      }
    >
      <OfflineReason />
      {made && renderSecret(made)}
      <Loaded
        load={load}
        failed={words.failed}
        skeleton={<CardRowsSkeleton />}
        empty={<p className="t-14 text-pretty text-text-2">{words.about}</p>}
        inCard
      >
        {(things) => <CardRows>{things.map((thing) => renderRow(thing, () => setDialog(thing)))}</CardRows>}
      </Loaded>
      {dialog === 'make' && renderCreate({ onMade, onClose: close })}
      {typeof dialog === 'object' && renderRevoke(dialog, { onDone: () => onEnded(dialog), onClose: close })}
    </Card>
  )
}
