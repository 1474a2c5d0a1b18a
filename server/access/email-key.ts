/** The form in which two e-mails are compared: without regard to case, whatever the database's locale. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()
