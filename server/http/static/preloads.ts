import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { type Language, languages } from '#contract/languages.ts'
import { languageFrom } from '../requests/language.ts'

/** The screens that need the deployment's options before they can be used. */
const visitors = /^\/(?:login|signup)(?:\/|$|\?)/u

/**
 * Adds `Link` headers for the first requests of the page's scripts (RFC 8288), so that they load in parallel: the texts
 * in the browser's language and, on visitors' screens, the deployment's options. If the user chose another language,
 * its texts are fetched separately.
 * @param root the folder of the build
 */
export function preloads({ root, base }: { root: string; base: string }): (reply: FastifyReply) => void {
  const file = join(root, '.vite', 'manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, { file: string }>) : {}
  const link = (language: Language) => {
    const texts = manifest[`locales/${language}.json?signed-out`]?.file
    return texts === undefined ? [] : [`<${base}/${texts}>; rel=modulepreload`]
  }
  const links = new Map(languages.map((language) => [language, link(language)]))
  return (reply) => {
    const { request } = reply
    const deployment = visitors.test(request.url)
      ? [`<${base}/api/deployment>; rel=preload; as=fetch; crossorigin`]
      : []
    const all = [...links.get(languageFrom(request))!, ...deployment]
    reply.header('vary', 'accept-language')
    if (all.length > 0) reply.header('link', all.join(', '))
  }
}
