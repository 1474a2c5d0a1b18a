import { useQuery } from '@tanstack/react-query'
import { underlined } from '../../ui/text-link.ts'
import { backlogQuery } from '../../entities/backlog.ts'
import { ticketAddress } from './ticket-address.ts'

/** Shows an issue reference. It is a link if the member's backlog contains an issue of the same project. */
export function BacklogTicket({ reference }: { reference: string }) {
  const { data = [] } = useQuery(backlogQuery)
  const address = ticketAddress(reference, data)
  if (address === undefined) return reference
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={underlined}>
      {reference}
    </a>
  )
}
