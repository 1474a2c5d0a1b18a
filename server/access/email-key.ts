/** The form in which two e-mails are compared: without regard to case, whatever the database's locale. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()

/** These take no notice of dots. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** Whose mailbox it is: an address has as many spellings as somebody likes (`name+1@`), which one person reads. */
export function mailboxOf(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/su, '')
  return `${dotless.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
