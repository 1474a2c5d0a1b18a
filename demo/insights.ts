import { readFileSync } from 'node:fs'
import type { InsightType } from '#contract/insights.ts'
import { personCalled } from './team.ts'

/** An insight. `day` of the story; `minutes` after midnight; `author` and `likedBy` are ids. */
export type StoryInsight = {
  day: number
  minutes: number
  author: string
  type: InsightType
  note: string
  likedBy: string[]
}

/**
 * Reads `demo/insights.txt`. Each insight begins with a line `day time author type likers…`; the text up to the next
 * such line is its note. @throws Error that names the invalid line
 */
export function readInsights(): StoryInsight[] {
  const text = readFileSync(new URL('insights.txt', import.meta.url), 'utf8')
  return text
    .trim()
    .split(/\n\n(?=\d+ \d+:)/u)
    .map((part) => {
      const [head = '', ...note] = part.split('\n')
      const [, day, hour, minute, author, type, likers] =
        /^(\d+) (\d+):(\d+) (\w+) (keep|problem|try)((?: \w+)*)$/u.exec(head) ?? []
      if (!type || note.length === 0) throw new Error(`demo/insights.txt cannot be read: ${head}`)
      return {
        day: Number(day),
        minutes: Number(hour) * 60 + Number(minute),
        author: idOf(author!),
        type: type as InsightType,
        note: note.join('\n'),
        likedBy: likers!.split(' ').filter(Boolean).map(idOf),
      }
    })
}

const idOf = (name: string) => personCalled(name).id
