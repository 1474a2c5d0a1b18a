import { normalized } from './normalized.ts'
import * as z from 'zod/mini'
import { calendarDate, member, text, uuid } from './fields.ts'
import { subjects } from './comments.ts'
import { insightTypes } from './insights.ts'
import { limits } from './limits.ts'
import { reportTimes } from './report-time.ts'
import { reportFields } from './report-fields.ts'

export const searchKinds = ['report', 'insight', 'comment'] as const
export type SearchKind = (typeof searchKinds)[number]

const searchParts = [...reportFields, ...insightTypes, 'comment'] as const
export type SearchPart = (typeof searchParts)[number]

/** Counts grapheme clusters, so that an emoji is one character. */
export const isLongEnough = (query: string): boolean =>
  [...new Intl.Segmenter().segment(normalized(query, 'NFKC').trim())].length >= limits.searchShortest

/** `cursor`: the `next` of the previous page. */
export const SearchQuery = z.object({
  q: text(limits.search).check(z.refine(isLongEnough, { error: 'too_short' })),
  kind: z.optional(z.enum(searchKinds)),
  user_id: z.optional(uuid),
  from: z.optional(calendarDate),
  until: z.optional(calendarDate),
  cursor: z.optional(
    text(100).check(
      z.toLowerCase(),
      z.regex(/^(?!0000)\d{4}-\d{2}-\d{2}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u, { error: 'invalid' }),
    ),
  ),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/**
 * A search result.
 *
 * - `date`: the day of the report, or the day on which the insight was written.
 * - `part`: the field of the report, or the type of the insight.
 * - `about`: the report or insight of a comment, and its day.
 * - `snippet`: a line of the text in parts. The parts that match have `hit`.
 */
export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  id: uuid,
  date: z.string(),
  ...member,
  part: z.enum(searchParts),
  /** The writing time of a found report (E2.04). */
  report_time: z.optional(z.enum(reportTimes)),
  about: z.optional(z.object({ subject: z.enum(subjects), id: uuid, date: z.string() })),
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Newest first, 21 per page, or fewer if the search looks through long texts. `next` is null on the last page. */
export const SearchResults = z.object({ results: z.array(SearchResult), next: z.nullable(z.string()) })
export type SearchResults = z.infer<typeof SearchResults>
