import * as z from 'zod/mini'
import { calendarDate, text, writtenDate } from './fields.ts'
import { limits } from './limits.ts'
import { eachField } from './report-fields.ts'
import { SearchQuery } from './search.ts'

const anything = z.optional(z.unknown())

/** `POST /mcp`: a message of the Model Context Protocol and its response (JSON-RPC 2.0). */
export const McpMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.nullable(z.union([text(1_000), z.number()]))),
  method: z.optional(text(1_000)),
  params: anything,
  result: anything,
  error: anything,
})

/**
 * The arguments of each tool. An omitted day means today in the team's time zone. An unknown argument is rejected: if we
 * ignored a misspelled one, a tool would confirm a text that it has not stored.
 */
export const mcpTools = {
  search_reports: z.strictObject({
    query: SearchQuery.shape.q,
    kind: SearchQuery.shape.kind,
    from: SearchQuery.shape.from,
    until: SearchQuery.shape.until,
    cursor: SearchQuery.shape.cursor,
  }),
  get_day: z.strictObject({ date: z.optional(calendarDate) }),
  my_blockers: z.strictObject({}),
  draft_report: z.strictObject({
    date: z.optional(writtenDate),
    ...eachField(() => z.optional(text(limits.reportText))),
  }),
}
