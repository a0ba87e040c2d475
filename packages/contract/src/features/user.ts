import * as z from 'zod/mini'
import { user as userEntity } from '../entities/user.js'
import { pageHeads } from '../page-heads.js'
import { route } from '../route.js'

/** The signed-in user about themselves (wire reference §12). */
export const user = {
  me: route({
    ...pageHeads.user.me,
    summary: 'The signed-in user',
    response: z.object({ user: userEntity, identity_token: z.optional(z.string()) }),
    errors: ['missing_or_invalid_token'],
  }),
  acceptTerms: route({
    ...pageHeads.user.acceptTerms,
    summary: "Record that the user accepts the app's terms",
    response: userEntity,
    errors: ['missing_or_invalid_token'],
  }),
  undoChange: route({
    method: 'POST',
    path: '/account_changes/undo',
    prefixes: ['/api/v1'],
    auth: 'none',
    summary: 'Put a removed or replaced login back, by the link of the notice',
    body: z.strictObject({ token: z.string().check(z.maxLength(128)) }),
    response: z.object({ success: z.boolean() }),
    // `invalid_credentials`: the link was used, or is older than seven days. `linked_to_another_user`: that user has the login now.
    errors: [
      'invalid_data',
      { code: 'invalid_credentials', status: 422 },
      'linked_to_another_user',
      'too_many_requests',
    ],
  }),
}
