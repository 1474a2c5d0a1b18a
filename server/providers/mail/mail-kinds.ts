/**
 * Every kind of email, and what limits it (E1.14).
 *
 * - `request`: a person requests the email, possibly a stranger. `mailLimits` counts each before it is written.
 * - `outbox`: a reminder, or news since the last email. Sent only to proven addresses, a few times a day.
 * - `alert`: a new way to sign in to an account. `alertOwner` counts it for the account, and `limitedMail` as a notice.
 * - `notice`: an action of other people causes it. `limitedMail` counts it for its cause, its team and its mailbox.
 */
export const mailKinds = {
  signUp: 'request',
  entry: 'request',
  passwordReset: 'request',
  emailChange: 'request',
  invitation: 'request',
  reminder: 'outbox',
  mention: 'outbox',
  month: 'outbox',
  week: 'outbox',
  emailChangeNotice: 'alert',
  emailChanged: 'alert',
  passwordChanged: 'alert',
  passwordLinkMade: 'alert',
  accountConnected: 'alert',
  passkeyAdded: 'alert',
  sessionStolen: 'alert',
  tokenMade: 'alert',
  programAllowed: 'alert',
  programStolen: 'alert',
  webhookMade: 'alert',
  webhookChanged: 'alert',
  teamOpened: 'alert',
  slackLinked: 'alert',
  placeConnected: 'alert',
  provisioningMade: 'alert',
  administratorNamed: 'alert',
  invitationsMade: 'alert',
  serviceConnected: 'alert',
  webhookStopped: 'notice',
  slackBroken: 'notice',
  setupsStopped: 'notice',
  memberJoined: 'notice',
  memberSignedUp: 'notice',
  signedUpMeanwhile: 'notice',
  memberReactivated: 'notice',
  memberRestored: 'notice',
  administratorRestored: 'notice',
  accountLeft: 'notice',
  accountErased: 'notice',
  addressReleased: 'notice',
  addressToDirectory: 'notice',
  addressToOwner: 'notice',
  accessPauses: 'notice',
} as const satisfies Record<string, 'request' | 'outbox' | 'alert' | 'notice'>

export type MailKind = keyof typeof mailKinds
type Limited<By> = { [Kind in MailKind]: (typeof mailKinds)[Kind] extends By ? Kind : never }[MailKind]
export type SecurityAlert = Limited<'alert'>
export type Notice = Limited<'alert' | 'notice'>
export type RequestedMail = Exclude<MailKind, Notice>
