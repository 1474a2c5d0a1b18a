import { Link } from 'wouter'
import { connectionsPath, settingsPath } from '../../app/paths.ts'
import { textLink } from '../../ui/text-link.ts'

const linkTo = (href: string) => (words: string) => (
  <Link href={href} className={textLink}>
    {words}
  </Link>
)

export const serverLink = linkTo(settingsPath('server'))

/** @param isServerShown whether the server shows its settings to the member */
export const reminderLinks = (isServerShown: boolean) => ({
  devices: linkTo(settingsPath('notifications')),
  slack: linkTo(connectionsPath),
  ...(isServerShown && { server: serverLink }),
})
