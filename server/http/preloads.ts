import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { type Language, languages } from '#contract/languages.ts'
import { languageFrom } from './language.ts'

/** Screens that ask what this deployment offers before they can be used. */
const visitors = /^\/(?:login|signup)(?:\/|$|\?)/u

/**
 * Links of the page to what its scripts ask for first (RFC 8288), so that it comes beside them and not after them: the texts
 * in the browser's language, and to a visitor what this deployment offers. Who has chosen another language asks for that as
 * well.
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
