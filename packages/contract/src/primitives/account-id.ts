import * as z from 'zod/mini'
import type { Refusal } from '../errors.js'

/** Answer to a call without an app id in its path (specification §5). */
export const missingAppId = {
  code: 'missing_or_invalid_privy_app_id',
  status: 400,
  message: 'App ID must be provided',
} as const satisfies Refusal

/** Account id in a path. The specification gives it the text of the app id. */
export const accountId = z.string(missingAppId.message).check(z.minLength(1, missingAppId.message))
