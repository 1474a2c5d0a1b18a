import { circlesIn } from './circles.ts'

/** A domain is a folder of server/features. `mayImport` comes from the table of docs/architecture.md. */
export type Domain = { name: string; mayImport: string[] }

/** Returns the rows of the table of domains, in their order. */
export function domainsOf(architecture: string): Domain[] {
  const lines = architecture.split('\n')
  const head = lines.findIndex((line) => line.startsWith('| domain |'))
  if (head === -1) throw new Error('docs/architecture.md has no table of domains')
  const length = lines.slice(head).findIndex((line) => !line.startsWith('|'))
  return lines.slice(head + 2, length === -1 ? undefined : head + length).map((row) => {
    const [, name = '', , mayImport = ''] = row.split('|')
    return { name: namesIn(name)[0] ?? '', mayImport: namesIn(mayImport) }
  })
}

/** Returns the arrows of the picture of domains, as `from to`. */
export function drawnArrows(architecture: string): string[] {
  const picture = architecture.split('```mermaid').find((block) => block.trimStart().startsWith('flowchart BT')) ?? ''
  return picture
    .split('```')[0]!
    .split('\n')
    .flatMap((line) => {
      const [from, to] = line.trim().split(' --> ')
      return to ? to.split(' & ').map((each) => `${from} ${each}`) : []
    })
}

/**
 * Returns the arrows that the picture needs, as `from to`. If A may import B, and B may import C, no arrow leads from A
 * to C.
 */
export function arrowsToDraw(domains: readonly Domain[]): string[] {
  const allowed = new Map(domains.map(({ name, mayImport }) => [name, mayImport]))
  const reaches = (from: string, to: string): boolean =>
    (allowed.get(from) ?? []).some((next) => next === to || reaches(next, to))
  return domains.flatMap(({ name, mayImport }) =>
    mayImport.filter((to) => !mayImport.some((next) => next !== to && reaches(next, to))).map((to) => `${name} ${to}`),
  )
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name]) => name!)

const place = /^server\/features\/(?<domain>[^/]+)\/(?:(?<part>[^/]+)\/)?/u
const isTest = (file: string) => /\/testing\/|\.(?:test|fixture)\.ts$/u.test(file)

/** Returns the imports from one domain to another, without those of tests. */
export const importsBetween = (imports: readonly { from: string; to: string }[]) =>
  imports.flatMap(({ from, to }) => {
    if (isTest(from)) return []
    const [own, other] = [place.exec(from), place.exec(to)].map((found) => found?.groups?.['domain'])
    return own && other && own !== other ? [{ own, other, from, to }] : []
  })

/** Returns the imports from one folder of a domain to another, of the same domain or not, without those of tests. */
const importsBetweenParts = (imports: readonly { from: string; to: string }[]) =>
  imports.flatMap(({ from, to }) => {
    const [own, other] = [place.exec(from)?.[0], place.exec(to)?.[0]]
    return isTest(from) || isTest(to) || !own || !other || own === other ? [] : [{ from: own, to: other }]
  })

/** The most imports between domains. More of them mean that a domain is cut at the wrong place. */
const most = 90

/**
 * Returns the differences between the table of domains and the code. A domain may import only domains above it, so that
 * domains never import each other in a circle.
 * @param folders the folders of server/features
 */
export function brokenDomains(
  domains: readonly Domain[],
  folders: readonly string[],
  imports: readonly { from: string; to: string }[],
): string[] {
  const page = 'docs/architecture.md'
  const names = domains.map(({ name }) => name)
  const between = importsBetween(imports)
  const used = new Set(between.map(({ own, other }) => `${own} ${other}`))
  const allowed = new Set(domains.flatMap(({ name, mayImport }) => mayImport.map((other) => `${name} ${other}`)))
  const unused = domains.flatMap(({ name, mayImport }) =>
    mayImport.filter((other) => !used.has(`${name} ${other}`)).map((other) => ({ name, other })),
  )
  const upwards = domains.flatMap(({ name, mayImport }, row) =>
    mayImport.filter((other) => !names.slice(0, row).includes(other)).map((other) => ({ name, other })),
  )
  const forbidden = between.filter(({ own, other }) => !allowed.has(`${own} ${other}`))
  return [
    ...folders.filter((folder) => !names.includes(folder)).map((folder) => `${page} has no row for ${folder}`),
    ...names
      .filter((name) => !folders.includes(name))
      .map((name) => `server/features/${name} does not exist (${page})`),
    ...upwards.map(({ name, other }) => `${page} lets ${name} import ${other}, which is not above it`),
    ...unused.map(({ name, other }) => `${page} lets ${name} import ${other}, but no file does`),
    ...forbidden.map(
      ({ own, other, from, to }) =>
        `${from} imports ${to}\n    domains-in-order: ${page} does not let ${own} import ${other}. Call it from a domain below both, or pass a function.`,
    ),
    ...(between.length > most ? [`${between.length} imports between domains are more than ${most}`] : []),
    ...circlesIn(importsBetweenParts(imports)).map(
      (circle) => `${circle.join(' -> ')}\n    no-circles: Move what both parts need to a third.`,
    ),
  ]
}
