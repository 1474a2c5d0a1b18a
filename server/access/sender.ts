import type { Language } from '#contract/languages.ts'

/** Who asks for an account. `address` counts their attempts; `timeZone` is for a team that is made (E1.10). */
export type Sender = { language: Language; address: string; timeZone: string | undefined }
