import type { FastifyInstance } from 'fastify'
import { anyCall } from '#server/http/problem-answers.ts'

type Answer = { content?: { 'application/problem+json'?: { examples: object } } }
type Document = { paths: Record<string, Record<string, { responses: Record<string, Answer> }>> }

/**
 * The codes of failures that the description names of a call.
 * @param path as it is asked for, without `/api`
 * @returns undefined where nothing is described
 */
export function describedCodes(app: FastifyInstance, method: string, path: string): string[] | undefined {
  const { paths } = app.swagger() as unknown as Document
  const asked = path.replace(/[?#].*$/u, '')
  const matches = (of: string) => new RegExp(`^${of.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(asked)
  const operation = (paths[asked] ?? Object.entries(paths).find(([of]) => matches(of))?.[1])?.[method.toLowerCase()]
  if (!operation) return undefined
  const named = Object.values(operation.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  )
  return [...named, ...anyCall]
}
