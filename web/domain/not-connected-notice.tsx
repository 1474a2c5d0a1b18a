import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Says what does not work because a service is not connected, with a link to the fix.
 * @param id the id of the element with the sentence
 */
export function NotConnectedNotice({ id, link, children }: { id?: string; link: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-4 flex items-start gap-2 rounded-2 bg-warn-soft px-4 py-3 t-13 forced-colors:border">
      <Unplug size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn-text" aria-hidden />
      <div className="min-w-0 text-pretty">
        <p id={id}>{children}</p>
        {link}
      </div>
    </div>
  )
}
