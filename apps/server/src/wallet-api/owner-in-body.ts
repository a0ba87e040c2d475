import { userIdPrefix } from '@sallyport/contract'

/** A body that creates something with an owner, as the signer reads it: users have their prefix, which the schema takes away. */
export function withPrefix(body: object): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...body }
  const { owner } = fields
  const isUser = typeof owner === 'object' && owner !== null && 'user_id' in owner
  return isUser ? { ...fields, owner: { user_id: userIdPrefix + String(owner.user_id) } } : fields
}
