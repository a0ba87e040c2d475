import * as z from 'zod/mini'
import { paginationMaxLimit } from '../limits.js'

const numeric = 'Query limit must be a whole number, at least 1.'
const tooMany = 'Query limit can be at maximum 100 records.'

/** How many records a page holds; a query string brings it as text. */
const limit = z.pipe(
  z
    .union(
      [z.number(), z.string().check(z.regex(/^\d{1,15}$/, { error: numeric, abort: true }))],
      numeric,
    )
    .check(
      z.refine((value) => Number.isInteger(Number(value)) && Number(value) >= 1, {
        error: numeric,
        abort: true,
      }),
      z.refine((value) => Number(value) <= paginationMaxLimit, tooMany),
    ),
  z.transform((value: number | string) => Number(value)),
)

/** Query of every list: where to go on, and how many records at most (specification §5). */
export const pagination = z.object({
  cursor: z.optional(z.string('Query cursor must be text.')),
  limit: z.optional(limit),
})
