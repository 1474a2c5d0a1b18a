import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveFolder from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/languages.ts'
import { acceptsHtml } from '../requests/accepts-html.ts'
import { languageFrom } from '../requests/language.ts'
import { preloads } from './preloads.ts'

const page = 'index.html'
/** The login page in one language, with its header already rendered by the build (`tools/build/drawn-login.ts`). */
const drawnLogin = (language: Language | '*') => `login/${language}.html`
const isLogin = /^\/login(?:$|\?)/u
const forever = 'public, max-age=31536000, immutable' // the names of these files contain a hash of their content

/**
 * Returns whether a path is the path of a file: the file's name contains a dot, or a folder's name begins with a dot.
 * The path of a screen has neither.
 */
const isFile = (path: string) => path.includes('/.') || path.slice(path.lastIndexOf('/') + 1).includes('.')
/** The settings tab to change a password (https://w3c.github.io/webappsec-change-password-url/). */
const changePassword = '/settings?tab=user-info'

/**
 * Serves the built web application. Any path that is neither a file nor of the API is a screen.
 * @param files.root the folder of the build; undefined: API only
 * @param files.base the path of `PUBLIC_URL`, or ''
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
    // Turns off `ETag` and `Last-Modified`: both depend on a file's size and date, which can be equal in two versions.
    // Packages give all files the same date, and a changed page can have the same size.
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
      // A person gets the page, which shows a screen for unknown addresses. A script must not get a page.
      const isOpened = (request.headers.accept ?? '').includes('text/html')
      return isOpened ? sendPage(reply.code(404)) : notFound(request, reply)
    }
    if (!acceptsHtml(request.headers.accept)) return notFound(request, reply)
    // Relative URLs and the service worker's scope depend on the trailing slash.
    if (base !== '' && request.originalUrl.split('?')[0] === base)
      return reply.redirect(request.originalUrl.replace(base, `${base}/`), 308)
    return sendPage(reply)
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Returns the page with links below the base path. */
const readPage = (root: string, file: string, base: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/ (href|src)="\//gu, ` $1="${base}/`)
    .replace('<html ', `<html data-base="${base}" `)
