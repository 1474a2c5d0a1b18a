import type { GoogleUser } from '#contract/sign-in.ts'

/** A person who has signed in with Google and has no account. */
export const googleUser: GoogleUser = {
  google_id: '10769150350006150715113082367',
  email: 'naoki@hinode.example',
  name: '早川 直樹',
  given_name: '直樹',
  family_name: '早川',
  google_avatar_url: 'https://pictures.example.com/naoki.png',
}
