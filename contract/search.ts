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

/** Two characters: what a person would count, so that an emoji is one. */
export const isLongEnough = (query: string): boolean =>
  [...new Intl.Segmenter().segment(normalized(query, 'NFKC').trim())].length >= limits.searchShortest

/** `cursor` is the `next` of the page before it. */
export const SearchQuery = z.object({
  q: text(limits.search).check(z.refine(isLongEnough, { error: 'too_short' })),
  kind: z.optional(z.enum(searchKinds)),
  user_id: z.optional(uuid),
  from: z.optional(calendarDate),
  until: z.optional(calendarDate),
  cursor: z.optional(
    text(100).check(
      z.toLowerCase(),
      z.regex(/^\d{4}-\d{2}-\d{2}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u, { error: 'invalid' }),
    ),
  ),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/**
 * `date`: the day of the report, or on which the insight was written. `part`: the field of the report, or what kind of insight
 * it is. `about`: of a comment what it was said to, and the day of that. `snippet`: a line of it, with what was looked for as `hit`.
 */
export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  id: uuid,
  date: z.string(),
  ...member,
  part: z.enum(searchParts),
  /** The writing time of a report that was found (E2.04). */
  report_time: z.optional(z.enum(reportTimes)),
  about: z.optional(z.object({ subject: z.enum(subjects), id: uuid, date: z.string() })),
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Newest first, 21 a page; `next` is null where nothing older follows. */
export const SearchResults = z.object({ results: z.array(SearchResult), next: z.nullable(z.string()) })
export type SearchResults = z.infer<typeof SearchResults>
