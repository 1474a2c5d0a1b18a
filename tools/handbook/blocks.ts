import { readFileSync } from 'node:fs'

/** A fenced block of a page: its language, its text without the indent of a list, and the heading above it. */
export type Block = { language: string; text: string; heading: string }

export function readBlocks(page: string): Block[] {
  let heading = ''
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$|^( *)```(\w*)\n([^]*?)^\2```$/gmu)].flatMap(
    ([, title, indent, language, text]) => {
      heading = title ?? heading
      return title
        ? []
        : [{ language: language!, text: text!.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''), heading }]
    },
  )
}
