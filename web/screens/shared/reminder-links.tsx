import { Link } from 'wouter'
import { connectionsPath, settingsPath } from '../../app/paths.ts'
import { textLink } from '../../ui/text-link.ts'

const linkTo = (href: string) => (words: string) => (
  <Link href={href} className={textLink}>
    {words}
  </Link>
)

export const reminderLinks = {
  devices: linkTo(settingsPath('notifications')),
  server: linkTo(settingsPath('server')),
  slack: linkTo(connectionsPath),
}
