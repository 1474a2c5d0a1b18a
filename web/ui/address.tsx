import { Fragment } from 'react'

/** An email address that can break after its @ and before its dots, but not within a word. */
export const Address = ({ children }: { children: string }) => (
  <span dir="auto" className="wrap-break-word">
    {children.split(/(?<=@)|(?=\.)/u).map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
