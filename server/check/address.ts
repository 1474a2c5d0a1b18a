import * as z from 'zod/mini'
import type { Settings } from '#server/config/config.ts'
import { ProviderFailure } from '#server/errors.ts'
import { checkToken, type Seen } from '#server/http/responses/seen.ts'
import { call } from '#server/providers/call.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'

/** The client address that our test request pretends to have. Reserved for documentation (RFC 5737). */
export const testClientAddress = '192.0.2.1'

const Seen = z.object({
  ip: z.string(),
  from: z.string(),
  forwarded_for: z.nullable(z.string()),
  forwarded_proto: z.nullable(z.string()),
})

export const addressCheck: Check = {
  about: 'Address',
  look: async ({ settings, keys }) => {
    const { publicUrl } = settings
    const findings = [lookAtScheme(publicUrl)]
    if (!keys) return [...findings, off('Not checked, because there is no secret key.')]
    try {
      const { body } = await call('Asakai', new URL(`${publicUrl}/api/seen`), {
        guarded: false,
        headers: { authorization: `Bearer ${checkToken(keys.secretKey)}`, 'x-forwarded-for': testClientAddress },
      })
      const seen = Seen.safeParse(body)
      if (!seen.success) return [...findings, wrong(`Another program than Asakai answers at ${publicUrl}.`)]
      return [...findings, ok(`This Asakai answers at ${publicUrl}.`), ...proxyFindings(seen.data, settings)]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return [...findings, wrong(whyNot(error, publicUrl))]
    }
  },
}

const whyNot = ({ reason, cause }: ProviderFailure, publicUrl: string) =>
  reason === 'unavailable'
    ? `Nothing answers at ${publicUrl} (${String(cause)}). Start Asakai, and check PUBLIC_URL, its DNS name, its certificate and the proxy.`
    : `Something answers at ${publicUrl}, but not this Asakai (${String(cause)}). Check PUBLIC_URL, the target of the proxy, and whether the server has this secret key.`

function lookAtScheme(publicUrl: string): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return ok('PUBLIC_URL begins with https://.')
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname)
    ? off('PUBLIC_URL works on this machine only. Set it before others use Asakai.')
    : wrong(
        'PUBLIC_URL begins with http://, so others on the network can read passwords. Use https:// with a proxy that terminates TLS.',
      )
}

/** Checks that the server sees the real address of callers behind a proxy, and that callers cannot forge it. */
export function proxyFindings(
  { ip, from, forwarded_for, forwarded_proto }: Seen,
  { publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>,
): Finding[] {
  if (trustProxy === true)
    return [
      wrong('With TRUST_PROXY=true every caller can forge their address. Set it to the addresses of your proxies.'),
    ]
  const scheme = new URL(publicUrl).protocol.slice(0, -1)
  if (forwarded_for === testClientAddress)
    return scheme === 'https'
      ? [
          wrong(
            'The proxy does not add the caller’s address to X-Forwarded-For, so all callers look the same. Configure it to add the address.',
          ),
        ]
      : [ok('There is no proxy in between.')]
  // The proxy added another address than its own, and the server does not trust the proxy.
  const named = forwarded_for?.split(',').at(-1)?.trim()
  if (trustProxy === false || (ip === from && named !== from))
    return [wrong(`A proxy at ${from} sends the caller’s address, but is not trusted. Add it to TRUST_PROXY.`)]
  if (forwarded_proto !== null && forwarded_proto.split(',').at(-1)?.trim() !== scheme)
    return [
      wrong(
        `The proxy sends X-Forwarded-Proto: ${forwarded_proto}, but PUBLIC_URL begins with ${scheme}://. Correct one of the two.`,
      ),
    ]
  return [ok('The proxy sends the caller’s address, and is trusted.')]
}
