import MarkdownIt, { type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { Fragment, type ReactNode, useMemo } from 'react'
import { AsWritten } from './as-written.tsx'
import { textLink } from './text-link.ts'
import { WrittenLink } from './written-link.tsx'

/** The deepest nesting that is formatted. Real notes are never nested deeper. */
const deepest = 16 // levels around a paragraph

const addressLongest = 2_000 // characters; a short note can repeat one URL in hundreds of links

// Parses deeper levels than are formatted, so that `isTooDeep` can find them. The parser drops the text of levels
// beyond its own limit.
const reader = new MarkdownIt({ html: false, linkify: true, maxNesting: deepest + 3 })
// Makes emphasis work beside Japanese punctuation (E2.06).
reader.use(cjkFriendly)
reader.linkify.set({ fuzzyLink: false })
// Links are checked when they are rendered. The text of a rejected link is then shown without the link.
reader.validateLink = () => true
// Shows URLs as they were written. A decoded host with letters of another script can look like a known host.
reader.normalizeLinkText = (address) => address

/**
 * Renders CommonMark with tables, strikethrough, tasks and plain URLs as React elements. HTML is shown as text. Links
 * can have the schemes http, https and mailto only.
 */
export function MarkdownTree({ text }: { text: string }) {
  return useMemo(() => {
    const tokens = reader.parse(text, {})
    return isTooDeep(tokens) ? <AsWritten text={text} isExplained /> : elementsOf(tokens)
  }, [text])
}

const isTooDeep = (tokens: readonly Token[]): boolean =>
  tokens.some(({ level, children }) => level > deepest + 1 || (children !== null && isTooDeep(children)))

/**
 * Converts tokens to elements. Each element has an opening and a closing token, with the tokens of its content between.
 * @param mayHaveBox whether the tokens are at the start of a list item
 */
function elementsOf(tokens: readonly Token[], mayHaveBox = false): ReactNode[] {
  const open: { token: Token; index: number; before: ReactNode[] }[] = []
  let nodes: ReactNode[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, index, before: nodes })
      nodes = []
      continue
    }
    const opening = token.nesting === -1 ? open.pop() : undefined
    const node = opening
      ? element(opening.token, nodes, tokens.slice(opening.index + 1, index))
      : token.type === 'inline'
        ? elementsOf(token.children ?? [], tokens[index - 2]?.type === 'list_item_open')
        : single(token, mayHaveBox && index === 0)
    if (opening) nodes = opening.before
    nodes.push(<Fragment key={index}>{node}</Fragment>)
  }
  return nodes
}

/** @param within the tokens between the opening and the closing token */
function element(token: Token, inner: ReactNode[], within: readonly Token[]): ReactNode {
  switch (token.type) {
    case 'paragraph_open':
      return <p className="whitespace-pre-line">{inner}</p>
    case 'heading_open': // not a heading element, because the page has its own outline
      return <p className="t-15 font-semibold">{inner}</p>
    case 'strong_open':
      return <strong className="font-semibold">{inner}</strong>
    case 'em_open':
      return <em>{inner}</em>
    case 's_open':
      return <del>{inner}</del>
    case 'blockquote_open':
      return <blockquote className="border-s-2 border-rule-strong ps-3 text-text-2">{inner}</blockquote>
    case 'bullet_list_open':
      return <ul className="list-[square] ps-5 marker:text-text-3">{inner}</ul>
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1)
      return (
        <ol start={start} className="list-decimal ps-5 marker:text-text-3">
          {inner}
        </ol>
      )
    }
    case 'list_item_open':
      return <li>{inner}</li>
    case 'link_open':
      return link(String(token.attrGet('href')), within.map(({ content }) => content).join(''), inner)
    case 'table_open':
      return (
        <table className="border-collapse">
          <tbody>{inner}</tbody>
        </table>
      )
    case 'tr_open':
      return <tr>{inner}</tr>
    case 'th_open':
    case 'td_open':
      return <td className="border border-rule px-2 py-1">{inner}</td>
    default: // `thead` and `tbody`: the rows are shown without them
      return inner
  }
}

function single({ type, content }: Token, mayHaveBox: boolean): ReactNode {
  switch (type) {
    case 'code_inline':
      return <code className="rounded-1 bg-hover px-1 [font-family:var(--font-mono)] text-[0.8125rem]">{content}</code>
    case 'code_block':
    case 'fence':
      return (
        <pre className="rounded-2 bg-hover px-3 py-2 [font-family:var(--font-mono)] text-[0.8125rem] leading-5 wrap-anywhere whitespace-pre-wrap">
          <code>{content.replace(/\n$/u, '')}</code>
        </pre>
      )
    case 'hr':
      return <hr className="border-rule" />
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br />
    default: // text; of a picture the description, because loading it would contact its host
      return mayHaveBox ? boxed(content) : content
  }
}

/** Replaces `[ ]` and `[x]` at the start of a list item by boxes. */
const boxed = (words: string) =>
  words.replace(/^\[([ xX])\](?=\s)/u, (_mark, done: string) => (done === ' ' ? '☐' : '☑'))

function link(address: string, words: string, inner: ReactNode): ReactNode {
  if (address.length > addressLongest || !/^(?:https?|mailto):/iu.test(address)) return inner
  return (
    <WrittenLink address={address} words={words} className={textLink}>
      {inner}
    </WrittenLink>
  )
}
