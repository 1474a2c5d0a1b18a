import google from './google.svg'
import marks from './marks.svg'

/** Google's mark keeps its own colours, as its rules for sign-in buttons ask (design: icons). */
export const GoogleMark = () => <img src={google} width={18} height={18} alt="" />

/** That of a company's own sign-in, which has no brand (design: icons). */
export const CompanyMark = () => <Mark name="company" />

export const GitHubMark = () => <Mark name="github" />

/** In the colour of its words. Fetched where it is shown: most deployments' sign-in needs none. */
const Mark = ({ name }: { name: string }) => (
  <svg width={18} height={18} aria-hidden>
    <use href={`${marks}#${name}`} />
  </svg>
)
