import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { gitHubSettings, signInAtGitHub } from '#server/testing/github.ts'
import { gitHub } from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'

/** The provider settings of a deployment with this GitHub. */
export const gitHubProviders = (gitHubAt: { url: string }) => readProviders(readerOf(gitHubSettings(gitHubAt)))

/** Opens a deployment with GitHub and a team. GitHub knows one person. */
export async function gitHubTeam(login: string) {
  const github = await gitHub({
    redirectUris: ['http://localhost:3000/github/callback'],
    people: [{ login, email: `${login}@example.com` }],
  })
  const here = await team({ providers: gitHubProviders(github) })
  return {
    ...here,
    github,
    /** Goes to GitHub and back: connects the account of a member, or signs a visitor in. @returns the status */
    goThrough: async (client: Client): Promise<number> => {
      const browser = withCookies(client)
      const { body } = await browser.get('/auth/github/login-url')
      const { values } = await signInAtGitHub(body.auth_url, login)
      return (await browser.post('/auth/github/login', values)).status
    },
  }
}
