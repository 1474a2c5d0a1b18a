import * as z from 'zod/mini'
import type { FieldErrorCode } from './errors.ts'
import { daysInOrder, uuid, writtenDate } from './fields.ts'
import { limits } from './limits.ts'

export const halves = ['morning', 'afternoon'] as const
export type Half = (typeof halves)[number]
const half = z.nullable(z.enum(halves))

/**
 * Time off of one member. The days `from` and `until` are included. No reason is stored. `half`: null for whole days;
 * otherwise `from` and `until` are the same day.
 */
export const Absence = z.object({
  id: uuid,
  user_id: uuid,
  from: z.string(),
  until: z.string(),
  half,
})
export type Absence = z.infer<typeof Absence>

/** The absences that overlap the requested days, sorted by first day. */
export const Absences = z.object({ absences: z.array(Absence) })
export type Absences = z.infer<typeof Absences>

/**
 * `PUT /absences/{id}`: a member's own absence. Administrators can send the `user_id` of any member. A half day needs
 * `from` and `until` to be equal.
 */
export const AbsenceDraft = z.object({ from: writtenDate, until: writtenDate, half, user_id: z.optional(uuid) }).check(
  daysInOrder(limits.absence),
  z.refine(({ from, until, half: part }) => part === null || until === from, {
    error: 'invalid' satisfies FieldErrorCode,
    path: ['half'],
  }),
)
export type AbsenceDraft = z.infer<typeof AbsenceDraft>
