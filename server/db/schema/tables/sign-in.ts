import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { SignInProvider } from '#contract/providers.ts'
import type { TokenScope } from '#contract/tokens.ts'

/** The tables of what members and their programs sign in with, such as passwords, passkeys, links and tokens. */
export interface SignInTables {
  logins: { email_key: string; team_id: string; user_id: string }
  identities: { provider: SignInProvider | 'passkey'; subject: string; team_id: string; user_id: string }
  credentials: { team_id: string; user_id: string; password_hash: string; changed_at: Generated<Date> }
  passkeys: {
    team_id: string
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: ColumnType<string, number, number>
    transports: string[]
    name: string
    created_at: ColumnType<Date, Date, never>
    used_at: Date | null
  }
  mail_links: {
    team_id: string
    id: string
    user_id: string
    purpose: 'password-reset' | 'email-proof' | 'not-me' | 'password-link'
    email: string
    token_hash: Buffer
    expires_at: Date
    used_at: Date | null
    made_by: string | null
    since: Date | null
    is_unproven: Generated<boolean>
  }
  password_links: {
    team_id: string
    id: string
    user_id: string
    made_by: string | null
    made_at: Date
    used_at: Date | null
  }
  pending_registrations: {
    email_key: string
    user_id: string
    first_name: string
    family_name: string
    preferred_name: string
    email: string
    password_hash: string
    language: Language
    time_zone: string | null
    token_hash: Buffer
    expires_at: Date
  }
  access_tokens: {
    team_id: string
    id: string
    user_id: string
    name: string
    scopes: TokenScope[]
    token_hash: Buffer | null
    expires_on: string
    created_at: Date
    used_at: Date | null
    counted_hour: Date | null
    calls: Generated<number>
  }
  oauth_grants: {
    team_id: string
    id: string
    client_id: string
    code_hash: Buffer | null
    code: Record<string, unknown> | null
    code_used_at: Date | null
    refresh_hash: Buffer | null
    refresh: Record<string, unknown> | null
    previous_hash: Buffer | null
    rotated_at: Date | null
  }
  oauth_clients: { id: string; metadata: Record<string, unknown>; created_at: Date; used_at: Date | null }
  oauth_requests: {
    id: string
    content: Record<string, unknown>
    browser_hash: Buffer | null
    expires_at: Date
  }
  provisioning_tokens: {
    team_id: string
    id: string
    token_hash: Buffer
    created_by: string | null
    created_at: Date
    used_at: Date | null
    counted_minute: Date | null
    calls: Generated<number>
  }
  provisioned_users: {
    team_id: string
    user_id: string
    user_name: string | null
    user_name_key: string | null
    external_id: string | null
    changed_at: Date
    deleted_at: Date | null
  }
}
