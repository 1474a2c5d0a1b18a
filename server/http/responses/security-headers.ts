import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'

/**
 * Browser features that our pages never use. The list leaves out the clipboard, passkeys and full screen, which our
 * pages use.
 */
const permissions =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb ' +
  'xr-spatial-tracking'
const permissionsPolicy = permissions.replaceAll(' ', '=(), ') + '=()'

/**
 * Allows only resources of this server, and pictures from any HTTPS host, because members' pictures may come from
 * providers.
 */
const contentPolicy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: https:;connect-src 'self';" +
  "font-src 'self';manifest-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'"

/** Headers of responses that are not pages: a browser that displays such a response runs and loads nothing. */
const headers = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
/** Only pages need these 0.6 KB, so frequent API responses omit them. */
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
 * Sets the security headers of each response. API responses must not be cached, because they contain tokens and
 * members' data. HSTS has no `includeSubDomains`, because other hosts of the domain belong to the operator (E6.04).
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
  // The API also serves pages: its documentation, and the last page of a connected account's tab.
  app.addHook('onSend', ({ url }, reply, payload, done) => {
    if (url.startsWith('/api') && reply.getHeader('content-type')?.toString().startsWith('text/html'))
      reply.headers(ofPages)
    done(null, payload)
  })
}
