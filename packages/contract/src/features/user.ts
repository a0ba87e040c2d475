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
}
