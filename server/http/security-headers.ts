import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** What a page of ours never asks a browser for; it copies links, signs in with passkeys, and shows a meeting on the full screen. */
const permissions =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb ' +
  'xr-spatial-tracking'
const policy = permissions.replaceAll(' ', '=(), ') + '=()'

/** Answers of the API stay in no cache: they hold tokens and what only members may read. Nothing runs, loads or frames but what this server serves; pictures of members may come from their providers. */
export async function setSecurityHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 365 * 24 * 60 * 60 /* seconds */ } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', policy)
    if (url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
}
