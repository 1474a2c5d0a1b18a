import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveFolder from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/languages.ts'
import { acceptsHtml } from './accepts-html.ts'
import { languageFrom } from './language.ts'
import { preloads } from './preloads.ts'

const page = 'index.html'
/** With the head of the login in it, as the build draws it in each language (`scripts/drawn-login.ts`). */
const drawnLogin = (language: Language | '*') => `login/${language}.html`
const isLogin = /^\/login(?:$|\?)/u
const forever = 'public, max-age=31536000, immutable' // the names of these files change with their content

/**
 * Whether the path is that of a file: its name has a dot, or the name of a folder begins with one. No screen's path does.
 */
const isFile = (path: string) => path.includes('/.') || path.slice(path.lastIndexOf('/') + 1).includes('.')
/** The tab of the settings where a password is changed (https://w3c.github.io/webappsec-change-password-url/). */
const changePassword = '/settings?tab=user-info'

/**
 * Serves the built browser application. Any path that is neither a file nor of the API is one of its screens.
 * @param files.root the folder of the build; absent where only the API is served
 * @param files.base what stands before every path, where `PUBLIC_URL` has one
 * @param notFound answers everything else
 */
export async function serveFiles(
  app: FastifyInstance,
  { root, base }: { root: string | undefined; base: string },
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
) {
  if (!root) return void app.setNotFoundHandler(notFound)
  const files = [page, ...languages.map(drawnLogin).filter((file) => existsSync(join(root, file)))]
  const pages = base === '' ? undefined : new Map(files.map((file) => [file, readPage(root, file, base)]))
  const link = preloads({ root, base })
  const sendPage = (reply: FastifyReply) => {
    const drawn = isLogin.test(reply.request.url) && drawnLogin(languageFrom(reply.request))
    const file = drawn && files.includes(drawn) ? drawn : page
    if (pages === undefined) return reply.sendFile(file)
    link(reply)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(pages.get(file))
  }
  await app.register(serveFolder, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Both go by size and date: packages give every file the same date, and the pages of two versions have the same size.
    etag: false,
    lastModified: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', drawnLogin('*'), page],
    wildcard: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[\\/]assets[\\/]/u.test(path) ? forever : 'no-cache')
      if (/\.html(?:\.br|\.gz)?$/u.test(path)) link(reply)
    },
  })
  app.get('/index.html', { schema: { hide: true } }, (_request, reply) => sendPage(reply))
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(`${base}${changePassword}`, 302),
  )
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if (!isRead(request) || /^\/(?:api|assets)(?:\/|$)/u.test(path)) return notFound(request, reply)
    if (isFile(path)) {
      // A person reads the screen for unknown addresses. A script must not get the page.
      const isOpened = (request.headers.accept ?? '').includes('text/html')
      return isOpened ? sendPage(reply.code(404)) : notFound(request, reply)
    }
    if (!acceptsHtml(request.headers.accept)) return notFound(request, reply)
    // Relative addresses and the service worker count from the last slash.
    if (base !== '' && request.originalUrl.split('?')[0] === base)
      return reply.redirect(request.originalUrl.replace(base, `${base}/`), 308)
    return sendPage(reply)
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** The page as it has to be where the application does not lie at the root of its host. */
const readPage = (root: string, file: string, base: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/ (href|src)="\//gu, ` $1="${base}/`)
    .replace('<html ', `<html data-base="${base}" `)
