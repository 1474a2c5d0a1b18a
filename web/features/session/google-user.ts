import { GoogleUser } from '#contract/sign-in.ts'

/** Whom Google has shown, in this tab, until they have an account (S4.01). */
const key = 'asakai_google_user'

export const keepGoogleUser = (user: GoogleUser) => sessionStorage.setItem(key, JSON.stringify(user))
export const forgetGoogleUser = () => sessionStorage.removeItem(key)

export function keptGoogleUser(): GoogleUser | undefined {
  try {
    return GoogleUser.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
