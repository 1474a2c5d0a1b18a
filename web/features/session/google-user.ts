import { GoogleUser } from '#contract/sign-in.ts'

/** The key under which this tab stores the Google user who has no account yet (S4.01). */
const key = 'asakai_google_user'

export const storeGoogleUser = (user: GoogleUser) => sessionStorage.setItem(key, JSON.stringify(user))
export const forgetGoogleUser = () => sessionStorage.removeItem(key)

export function storedGoogleUser(): GoogleUser | undefined {
  try {
    return GoogleUser.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
