import { expect } from 'vitest'
import { signInAtProvider, settingsOf } from '#server/features/sign-in/openid/company.fixture.ts'
import { type Client, client, withCookies } from '#server/testing/client.ts'
import { providers } from '#server/testing/directory.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { makeFirst, newAddress } from '#server/testing/team.ts'
import { type Here, publicUrl } from './team-of-two.ts'

const company = await openIdProvider({ redirectUris: [`${publicUrl}/oidc/callback`] })
export const pauses = {
  refused: 'the company’s provider refuses their sign-in, which pauses their access',
  expired: 'their last sign-in at the company’s provider is too old, which pauses their access',
}
/** Returns the owner as a person at the company's provider, with every group. */
export const personOf = ({ owner }: Pick<Here, 'owner'>) => ({
  sub: owner.user.id,
  email: owner.user.email,
  groups: ['asakai', 'admins'],
})

/** Returns the set-up of a server with a company's provider, at which the owner signs in before access ends. */
export const withCompany = (settings: Record<string, string>) => ({
  options: { providers: settingsOf(company)(settings) },
  async before(here: Here) {
    const browser = withCookies(here.owner)
    const answer = await browser.post('/auth/oidc/login', await signInAtProvider(browser, personOf(here)))
    expect(answer.body).toEqual({ result: 'connected' })
  },
})

/** Returns the set-up of a team with a company's directory, which makes a change to the owner. */
export const withDirectory = (change: (scim: Client, path: string) => Promise<{ status: number }>) => ({
  options: { providers },
  async act(here: Here) {
    await makeFirst(here)
    const { body } = await here.administrator.post('/provisioning/token')
    const scim = client(here.app, newAddress(), {
      authorization: `Bearer ${body.token}`,
      'content-type': 'application/scim+json',
    })
    return change(scim, `/scim/v2/Users/${here.owner.user.id}`)
  },
})
