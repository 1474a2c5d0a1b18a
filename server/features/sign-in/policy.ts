type Account = { is_active: boolean; email_proven_at: Date | null }

/**
 * What a sign-in with a provider leads to (D7.26). Whoever owns an e-mail at a provider
 * must not get at an account that somebody else has made with it, nor the other way round.
 * @param of.connected the account that has connected this person
 * @param of.sameEmail the account with the e-mail that the provider names; `isConnected`: to another person there
 * @param of.isVouched whether the provider says that the e-mail is theirs
 */
export function outcomeOf(of: {
  connected: Account | undefined
  sameEmail: (Account & { isConnected: boolean }) | undefined
  isVouched: boolean
}): 'sign in' | 'link' | 'newcomer' | 'account_inactive' | 'connect_after_login' {
  const { connected, sameEmail, isVouched } = of
  if (connected) return connected.is_active ? 'sign in' : 'account_inactive'
  if (!sameEmail) return 'newcomer'
  if (!isVouched || !sameEmail.email_proven_at || sameEmail.isConnected) return 'connect_after_login'
  return sameEmail.is_active ? 'link' : 'account_inactive'
}
