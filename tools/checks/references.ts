import { posix } from 'node:path'
import { parseSync } from 'vite'

const specification = /^docs\/specification\/[\w-]+\.md$/u
const decisions = /^docs\/decisions\/(\d{4})-/u
const designGuide = 'docs/design.md'

/** Migrations never change after their release, so their comments may have outdated references. */
const written = /^server\/db\/schema\/migrations\//u
const historic = /^(docs\/decisions\/|CHANGELOG\.md$)/u

const folders = '\\.ci|bench|cli|contract|docs|e2e|fixtures|locales|server|tools|trials|web'
const pathInWords = new RegExp(`(?<![\\w./-])(?:${folders})/[\\w./*{},-]*[\\w*}]/?`, 'gu')

/**
 * Returns the broken references of comments, tests and documents: ids of the specification, headings of the design
 * guide, decisions, links, anchors, paths, and paths outside of the repository.
 * @param files every source and document by its path
 * @param exists whether a path, perhaps with a wildcard, exists
 */
export function brokenReferences(files: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  const broken: string[] = []
  const ids = new Map<string, string>()
  for (const [file, text] of files)
    if (specification.test(file))
      for (const [, id] of text.matchAll(/^- \*\*([SDNE]\d+\.\d+)\*\*/gmu)) {
        if (ids.has(id!)) broken.push(`${file}: ${id} is defined in ${ids.get(id!)} already`)
        ids.set(id!, file)
      }
  const headings = new Set(headingsOf(files.get(designGuide) ?? '').map((heading) => heading.toLowerCase()))
  const numbers = new Set([...files.keys()].flatMap((file) => Number(decisions.exec(file)?.[1] ?? Number.NaN)))

  for (const [file, text] of files) {
    if (written.test(file)) continue
    const fail = (what: string, said: string) => broken.push(`${file}:${lineOf(text, said)} ${what}`)
    const words = wordsOf(file, text)
    for (const [id] of words.matchAll(/\b[SDNE]\d{1,2}\.\d{2,3}\b/gu))
      if (!ids.has(id)) fail(`${id} is defined nowhere in docs/specification`, id)
    for (const [said, heading] of words.matchAll(/\(design: ([^)]+)\)/gu))
      if (!headings.has(heading!)) fail(`'${heading}' is no heading of ${designGuide}`, said)
    for (const [said, number] of words.matchAll(/\bdecision (\d+)\b/gu))
      if (!numbers.has(Number(number))) fail(`docs/decisions has no ${number}`, said)
    for (const said of outsideOf(file, text)) fail(`${said} is outside of the repository`, said)
    if (historic.test(file)) continue
    for (const [said] of words.matchAll(
      /\b[Ss]pecification(?:'s section)? \d|\b[Dd]esign guide \d|\((?:decisions|checklist), /gu,
    ))
      fail(`'${said}…': name an id, a heading or a decision`, said)
    // The strings of a test may name invented files.
    for (const [path] of (isTest(file) ? commentsOf(file, text) : words).matchAll(pathInWords))
      if (!exists(path)) fail(`${path} is not there`, path)
  }
  for (const [file, text] of files) if (file.endsWith('.md')) broken.push(...brokenLinks(file, text, files, exists))
  return broken
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/u.test(file)

/** Returns the text to check: all of a document or a test, the comments of any other source. */
const wordsOf = (file: string, text: string) => (file.endsWith('.md') || isTest(file) ? text : commentsOf(file, text))

function commentsOf(file: string, text: string): string {
  const parts = /\.[mc]?[jt]sx?$/u.test(file)
    ? parseSync(file, text).comments.map(({ value }) => value)
    : (text.match(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^[ \t]*(?:--|#).*$/gmu) ?? [])
  return parts.join('\n')
}

/** Returns the links and pictures of a page that lead nowhere. */
export function brokenLinks(
  file: string,
  text: string,
  files: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gmu, '').replaceAll(/`[^`\n]*`/gu, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<(?:img|source|a)\b[^>]*?(?:src|srcset|href)="([^"\s]+)"/gu)].flatMap(
    (match) => {
      const [said, , inHtml] = match
      const target = match[1] ?? inHtml
      if (/^[a-z]+:/u.test(target!)) return []
      const [path, anchor] = target!.split('#')
      const page = path === '' ? file : posix.join(posix.dirname(file), path!)
      const at = `${file}:${lineOf(text, said)}`
      if (page.startsWith('..') || !exists(page)) return [`${at} ${target} leads nowhere`]
      if (anchor && !headingsOf(files.get(page) ?? '').some((heading) => anchorOf(heading) === anchor))
        return [`${at} ${page} has no heading for #${anchor}`]
      return []
    },
  )
}

/** Matches relative paths that leave the repository, and absolute paths of the author's machine. */
function outsideOf(file: string, text: string): string[] {
  const depth = file.split('/').length - 1
  const up = [...text.matchAll(/(?<![\w./])(?:\.\.\/)+[\w-]+/gu)].map(([path]) => path)
  return up.filter((path) => path.split('../').length - 1 > depth)
}

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading]) => heading!.replaceAll(/\[([^[\]]*)\]\([^()]*\)/gu, '$1').trim())

/** Returns the anchor of a heading, as GitHub builds it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const lineOf = (text: string, said: string) => text.slice(0, Math.max(0, text.indexOf(said))).split('\n').length
