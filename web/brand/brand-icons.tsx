import google from './google.svg'
import marks from './marks.svg'

/** Google's rules for sign-in buttons require the mark's own colours (design: icons). */
export const GoogleMark = () => <img src={google} width={18} height={18} alt="" />

export const CompanyMark = () => <Mark name="company" />

export const GitHubMark = () => <Mark name="github" />

/** Shows a mark in the colour of the text. Its image is fetched on first use, because most deployments do not need it. */
const Mark = ({ name }: { name: string }) => (
  <svg width={18} height={18} aria-hidden>
    <use href={`${marks}#${name}`} />
  </svg>
)
