import { Link } from 'wouter'
import { settingsPath } from '../app/paths.ts'
import { textLink } from '../ui/text-link.ts'

const linkTo = (tab: 'notifications' | 'server' | 'user-info') => (words: string) => (
  <Link href={settingsPath(tab)} className={textLink}>
    {words}
  </Link>
)

/** Links to the settings that let members be reminded. */
export const reminderLinks = {
  devices: linkTo('notifications'),
  server: linkTo('server'),
  slack: linkTo('user-info'),
}
