import { createElement, Fragment } from 'react'
import { underlined } from '../../ui/text-link.ts'
import type { GuideNode } from './guide.ts'

const looks: Record<string, string> = {
  h3: 'mt-6 t-15 font-semibold',
  p: 'mt-3 t-15',
  ul: 'mt-3 list-[square] ps-5 t-15 marker:text-text-3',
  ol: 'mt-3 list-decimal ps-6 t-15 marker:text-text-3',
  li: 'mt-1 ps-1',
  strong: 'font-semibold',
  kbd: 'rounded-1 border border-rule bg-surface px-1.5 py-0.5 [font-family:inherit] text-[0.8125rem] text-text-2',
  pre: 'mt-3 rounded-2 bg-sunken px-3 py-2 [font-family:var(--font-mono)] text-[0.8125rem] leading-5 wrap-anywhere whitespace-pre-wrap forced-colors:border',
  a: underlined,
  table: 'mt-3 w-full border-collapse t-14',
  th: 'border-b border-rule-strong py-1.5 pe-4 text-left font-semibold',
  td: 'border-b border-rule py-1.5 pe-4 align-top',
}

/** @param pictures the URLs of the pictures, by their paths in the page */
export function GuideContent({ nodes, pictures }: { nodes: GuideNode[]; pictures: Record<string, string> }) {
  return nodes.map((node, index) => (
    <Fragment key={index}>{typeof node === 'string' ? node : elementOf(node, pictures)}</Fragment>
  ))
}

function elementOf([tag, attributes, ...content]: Exclude<GuideNode, string>, pictures: Record<string, string>) {
  if (tag === 'img') return picture(attributes, pictures)
  const inner = content.length > 0 ? <GuideContent nodes={content} pictures={pictures} /> : undefined
  return createElement(tag, { ...attributes, className: looks[tag] }, inner)
}

function picture({ src = '', alt, width, height }: Record<string, string>, pictures: Record<string, string>) {
  return (
    <img
      src={pictures[src]}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      className={`mt-2 mb-1 h-auto rounded-2 border border-rule ${Number(height) > Number(width) ? 'w-full max-w-80' : 'w-full'}`}
    />
  )
}
