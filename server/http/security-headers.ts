import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** What a page of ours never asks a browser for; it copies links, signs in with passkeys, and shows a meeting on the full screen. */
const permissions =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb ' +
  'xr-spatial-tracking'
const permissionsPolicy = permissions.replaceAll(' ', '=(), ') + '=()'

/** Nothing runs, loads or frames but what this server serves; pictures of members may come from their providers. */
const contentPolicy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: https:;connect-src 'self';" +
  "font-src 'self';manifest-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'"

/** Of whatever is no page: a browser that shows it all the same does nothing with it. */
const headers = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
/** What means something to pages alone, 0.6 KB, is left out of answers that come many times a minute. */
const headersOfPages = {
  ...headers,
  'content-security-policy': contentPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy,
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const year = 365 * 24 * 60 * 60 // seconds

/**
 * Sets the same headers on each answer, put together once. Those of the API stay in no cache: they hold tokens and what only members may read.
 * HSTS has no `includeSubDomains`: the other hosts of that domain are the operator's (E6.04).
 */
export function setSecurityHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const insists = publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=${year}`,
  }
  const ofPages = { ...headersOfPages, ...insists }
  const ofApi = { ...headers, ...insists, 'cache-control': 'no-store' }
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith('/api') ? ofApi : ofPages)
    done()
  })
  // The API has pages too: its documentation, and what the tab of a connected account ends on.
  app.addHook('onSend', ({ url }, reply, payload, done) => {
    if (url.startsWith('/api') && reply.getHeader('content-type')?.toString().startsWith('text/html'))
      reply.headers(ofPages)
    done(null, payload)
  })
}
