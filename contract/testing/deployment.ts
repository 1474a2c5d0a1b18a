import type { Deployment } from '../deployment.ts'

/** A server that sends email, where everybody joins one team. */
export const deployment = (parts: Partial<Deployment> = {}): Deployment => ({
  sign_up: 'join',
  has_accounts: true,
  sign_up_form: 'at-once',
  mail: true,
  channels: ['mail'],
  oidc: null,
  providers: [],
  ...parts,
})
