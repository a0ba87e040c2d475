import * as z from 'zod/mini'
import { requiredString } from '../primitives.js'
import { userIdPrefix } from '../vendor.js'

/** User id without its prefix; the prefix is accepted and stripped (specification §5). */
export const userId = z.pipe(
  requiredString('User ID must be provided').check(
    z.refine((id) => id !== userIdPrefix, 'User ID must be provided'),
  ),
  z.transform((id: string) => (id.startsWith(userIdPrefix) ? id.slice(userIdPrefix.length) : id)),
)
