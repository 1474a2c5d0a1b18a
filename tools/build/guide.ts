import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import type { Plugin } from 'vite'
import type { Guide, GuideNode } from '../../web/features/help/guide.ts'
import { anchorOf } from '../checks/references.ts'

const reader = new MarkdownIt()
reader.normalizeLink = (address) => address // keeps an anchor in Japanese readable

/**
 * Compiles the pages of docs/members into modules of the browser application, so that it shows them without a parser or
 * the internet.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    enforce: 'pre',
    load(id) {
      if (!/\/docs\/members\/\w+\.md$/u.test(id)) return
      const english = join(dirname(id), 'en.md')
      this.addWatchFile(english)
      const { pictures, ...words } = readGuide(id, english)
      const imports = pictures.map((path, index) => `import picture${index} from './${path}'`)
      const addresses = pictures.map((path, index) => `${JSON.stringify(path)}: picture${index}`)
      const code = `export default { ...${JSON.stringify(words)}, pictures: { ${addresses.join(', ')} } }`
      return { code: [...imports, code].join('\n'), moduleType: 'js' }
    },
  }
}

/**
 * Reads a page by its sections, which get the ids of the English sections in every language.
 * @param file the page @param english the English page
 */
function readGuide(file: string, english: string): Omit<Guide, 'pictures'> & { pictures: string[] } {
  const tokens = reader.parse(readFileSync(file, 'utf8'), {})
  const ids = headingsIn(reader.parse(readFileSync(english, 'utf8'), {})).map(anchorOf)
  const headings = headingsIn(tokens)
  const idOf = new Map(headings.map((heading, index) => [`#${anchorOf(heading)}`, `#${ids[index]}`]))
  const pictures: string[] = []
  const read = (part: Token[]) => nodesOf(part, { folder: dirname(file), idOf, pictures })

  const starts = tokens.flatMap(({ type, tag }, index) => (type === 'heading_open' && tag === 'h2' ? [index] : []))
  return {
    language: basename(file, '.md'),
    title: tokens[1]!.content,
    intro: read(tokens.slice(3, starts[0])), // skips the three tokens of the title
    sections: starts.map((start, index) => ({
      id: ids[index]!,
      heading: headings[index]!,
      content: read(tokens.slice(start + 3, starts[index + 1])),
    })),
    pictures,
  }
}

const headingsIn = (tokens: Token[]) =>
  tokens.flatMap(({ content }, index) => {
    const before = tokens[index - 1]
    return before?.type === 'heading_open' && before.tag === 'h2' ? [content] : []
  })

type PageContext = { folder: string; idOf: Map<string, string>; pictures: string[] }

function nodesOf(tokens: Token[], place: PageContext): GuideNode[] {
  const root: GuideNode[] = []
  const open: GuideNode[][] = [root]
  for (const token of tokens) {
    const into = open.at(-1)!
    if (token.type === 'inline') into.push(...nodesOf(token.children!, place))
    else if (token.hidden) continue // the implicit paragraph in an item of a tight list
    else if (token.nesting === -1) open.pop()
    else if (token.nesting === 1) {
      const node: GuideNode = [token.tag, attributesOf(token, place)]
      into.push(node)
      open.push(node as GuideNode[])
    } else into.push(single(token, place))
  }
  return root
}

function attributesOf(token: Token, { idOf }: PageContext): Record<string, string> {
  if (token.tag !== 'a') return {}
  const href = String(token.attrGet('href'))
  return { href: idOf.get(href) ?? href }
}

function single(token: Token, { folder, pictures }: PageContext): GuideNode {
  if (token.type === 'softbreak') return ' '
  if (token.type === 'code_inline') return ['kbd', {}, token.content]
  if (token.type === 'fence') return ['pre', {}, token.content]
  if (token.type !== 'image') return token.content
  const src = String(token.attrGet('src'))
  pictures.push(src)
  return ['img', { src, alt: token.content, ...sizeOf(readFileSync(join(folder, src))) }]
}

/** Returns the size in pixels of a WebP in its extended format, as Chromium writes it. */
function sizeOf(file: Buffer): { width: string; height: string } {
  if (file.toString('latin1', 8, 16) !== 'WEBPVP8X')
    throw new Error('The pictures of the guide are WebP from Chromium.')
  const pixels = (offset: number) => String(file.readUIntLE(offset, 3) + 1)
  return { width: pixels(24), height: pixels(27) }
}
