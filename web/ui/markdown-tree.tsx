import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { textLink } from './text-link.ts'

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]
type NodeOf<Type extends Nodes['type']> = Extract<Nodes, { type: Type }>

/** Deeper than anybody writes: below it only the words remain. */
const deepest = 16

/** CommonMark with GFM as React elements: HTML stays the text it is, and a link leads to http(s) and mailto alone. */
export function MarkdownTree({ text }: { text: string }) {
  return useMemo(() => rendered(text), [text])
}

function rendered(text: string): ReactNode {
  try {
    const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    return children(root, definitionsOf(root), 0)
  } catch (error) {
    // Thousands of nested quotes exhaust the reader's stack: then the words stand as they were written.
    console.info('Markdown could not be read', error)
    return <p className="whitespace-pre-line">{text}</p>
  }
}

type Definitions = Map<string, NodeOf<'definition'>>

const definitionsOf = ({ children }: Root): Definitions =>
  new Map(children.filter((node) => node.type === 'definition').map((node) => [node.identifier, node]))

function children(node: Nodes, definitions: Definitions, depth: number): ReactNode {
  if (!('children' in node)) return 'value' in node ? node.value : null
  return node.children.map((child, index) => (
    <Fragment key={index}>{depth < deepest ? element(child, definitions, depth + 1) : wordsOf(child)}</Fragment>
  ))
}

/** All words below a node, gathered without recursion. */
function wordsOf(node: Nodes): string {
  const words: string[] = []
  const waiting: Nodes[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('value' in next) words.push(next.value)
    if ('children' in next) waiting.push(...next.children.toReversed())
  }
  return words.join('')
}

function element(node: Nodes, definitions: Definitions, depth: number): ReactNode {
  const inner = () => children(node, definitions, depth)
  switch (node.type) {
    case 'paragraph':
      return <p className="whitespace-pre-line">{inner()}</p>
    case 'heading': // the page has its own outline
      return <p className="t-15 font-semibold">{inner()}</p>
    case 'strong':
      return <strong className="font-semibold">{inner()}</strong>
    case 'emphasis':
      return <em>{inner()}</em>
    case 'delete':
      return <del>{inner()}</del>
    case 'inlineCode':
      return (
        <code className="rounded-1 bg-hover px-1 [font-family:var(--font-mono)] text-[0.8125rem]">{node.value}</code>
      )
    case 'code':
      return (
        <pre className="rounded-2 bg-hover px-3 py-2 [font-family:var(--font-mono)] text-[0.8125rem] leading-5 wrap-anywhere whitespace-pre-wrap">
          <code>{node.value}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote className="border-s-2 border-rule-strong ps-3 text-text-2">{inner()}</blockquote>
    case 'list':
      return createElement(
        node.ordered ? 'ol' : 'ul',
        {
          className: `ps-5 marker:text-text-3 ${node.ordered ? 'list-decimal' : 'list-[square]'}`,
          ...(node.start ? { start: node.start } : {}),
        },
        inner(),
      )
    case 'listItem':
      return (
        <li>
          {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
          {inner()}
        </li>
      )
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr className="border-rule" />
    case 'link':
    case 'linkReference':
      return link(node, definitions, inner())
    case 'image':
    case 'imageReference': // a picture would call on whoever hosts it
      return node.alt
    case 'table':
      return (
        <table className="border-collapse">
          <tbody>{inner()}</tbody>
        </table>
      )
    case 'tableRow':
      return <tr>{inner()}</tr>
    case 'tableCell':
      return <td className="border border-rule px-2 py-1">{inner()}</td>
    case 'footnoteReference':
      return `[${node.identifier}]`
    case 'definition':
      return null
    case 'root':
    case 'text':
    case 'html':
    case 'yaml':
    case 'footnoteDefinition':
      return inner()
  }
}

function link(node: NodeOf<'link' | 'linkReference'>, definitions: Definitions, words: ReactNode): ReactNode {
  const address = node.type === 'link' ? node.url : definitions.get(node.identifier)?.url
  if (!address || !URL.canParse(address)) return words
  const { protocol } = new URL(address)
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return words
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={textLink}>
      {words}
    </a>
  )
}
