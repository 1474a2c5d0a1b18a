import type { FastifyInstance } from 'fastify'
import { newAddress } from './team.ts'

/** A valid `code_challenge`. The tests never send its verifier. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirectUri = 'http://127.0.0.1:7777/callback'

/** Registers a program and begins its request for consent. @returns the id of the request */
export async function waitingConsent(app: FastifyInstance): Promise<string> {
  const from = { remoteAddress: newAddress() }
  const payload = { client_name: 'Helper', redirect_uris: [redirectUri] }
  const registered = await app.inject({ ...from, method: 'POST', url: '/oauth/register', payload })
  const query = {
    response_type: 'code',
    client_id: registered.json<{ client_id: string }>().client_id,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'read write',
  }
  const { headers } = await app.inject({ ...from, method: 'GET', url: '/oauth/authorize', query })
  return new URL(String(headers.location)).searchParams.get('request')!
}
