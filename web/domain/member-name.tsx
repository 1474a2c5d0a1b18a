import type { ComponentProps } from 'react'
import { MemberAvatar } from './member-avatar.tsx'

type Props = Pick<ComponentProps<typeof MemberAvatar>, 'id' | 'by' | 'member'> & { className: string }

/** An author's avatar and name. */
export const MemberName = ({ className, ...author }: Props) => (
  <span className={`flex min-w-0 items-center gap-2 t-14b ${className}`}>
    <MemberAvatar {...author} size={24} />
    <span dir="auto" className="min-w-0 wrap-anywhere">
      {author.by}
    </span>
  </span>
)
