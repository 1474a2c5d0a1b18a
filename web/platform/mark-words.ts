import './mark-words.css'
import { hitsIn, wordsOf } from '#contract/found-words.ts'

/** Highlights the search words of the URL in the element that the URL links to, if the browser supports highlights. */
export function markWords(place: Node): void {
  const words = new URLSearchParams(window.location.search).get('words')
  if (words && 'highlights' in CSS) CSS.highlights.set('found', new Highlight(...rangesOf(place, wordsOf(words))))
}

/** Returns the ranges of the words, even if a word continues in the next text node. */
function rangesOf(place: Node, words: readonly string[]): Range[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; from: number }[] = []
  let all = ''
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, from: all.length })
    all += node.data
  }
  const within = (at: number) => {
    const { node, from } = nodes.findLast((each) => each.from <= at)!
    return [node, at - from] as const
  }
  return hitsIn(all, words).map(({ from, until }) => {
    const range = new Range()
    range.setStart(...within(from))
    const [node, last] = within(until - 1)
    range.setEnd(node, last + 1)
    return range
  })
}
