import type { Language } from '#contract/languages.ts'

/**
 * The sender of a request for an account. `address`: the IP address, for rate limits. `timeZone`: the zone of a new
 * team (E1.10).
 */
export type Sender = { language: Language; address: string; timeZone: string | undefined }
