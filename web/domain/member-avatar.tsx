import type { ComponentProps } from 'react'
import { hueOf, initials, initialsOfName, pictureOf } from './person.ts'
import { Avatar } from '../ui/avatar.tsx'

type Member = Parameters<typeof initials>[0] & Parameters<typeof pictureOf>[0]

/**
 * The picture or the initials of an author.
 * @param by the author's name as shown beside the text
 * @param member undefined if the account can no longer be read
 */
export const MemberAvatar = ({
  id,
  by,
  member,
  ...look
}: Pick<ComponentProps<typeof Avatar>, 'size' | 'ghost' | 'name'> & {
  id: string
  by: string
  member: Member | undefined
}) => (
  <Avatar
    {...look}
    initials={member ? initials(member) : initialsOfName(by)}
    hue={hueOf(id)}
    picture={member && pictureOf(member)}
  />
)
