import type { FastifyRequest } from 'fastify'
import { defaultLanguage, type Language, languageOf } from '#contract/languages.ts'

/** Returns the preferred supported language of `Accept-Language`, by quality (RFC 9110, 12.5.4). */
export function languageFrom({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = (headers['accept-language'] ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { tag } of wanted) {
    const language = languageOf(tag)
    if (language) return language
  }
  return defaultLanguage
}
