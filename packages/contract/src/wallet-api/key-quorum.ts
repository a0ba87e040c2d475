import * as z from 'zod/mini'
import { userId } from '../primitives/user-id.js'
import { atLeastOne, displayName, publicKey, resourceId } from './fields.js'

/** Most members of a quorum, of each kind. */
const most = 20
const list = <S extends z.ZodMiniType>(member: S) =>
  z.array(member).check(z.minLength(1, 'Must have at least one member'), z.maxLength(most))

const thresholdText =
  'authorization_threshold must be an integer between 1 and the number of members.'
const fields = {
  public_keys: z.optional(list(publicKey)),
  user_ids: z.optional(list(userId)),
  /** Quorums as members: one level, each of one vote once its own threshold is met. */
  key_quorum_ids: z.optional(list(resourceId)),
  authorization_threshold: z.optional(z.int(thresholdText).check(z.minimum(1, thresholdText))),
  display_name: z.optional(displayName),
}

/** How many members a body names. */
function membersOf(body: {
  public_keys?: readonly unknown[] | undefined
  user_ids?: readonly unknown[] | undefined
  key_quorum_ids?: readonly unknown[] | undefined
}): number {
  const lists = [body.public_keys, body.user_ids, body.key_quorum_ids]
  return lists.reduce((sum, each) => sum + (each?.length ?? 0), 0)
}

const keyQuorumInputSchema = z.strictObject(fields).check(
  z.refine((body) => membersOf(body) > 0, 'Give public_keys, user_ids or key_quorum_ids'),
  z.refine(
    (body) =>
      body.authorization_threshold === undefined || body.authorization_threshold <= membersOf(body),
    { error: thresholdText, path: ['authorization_threshold'] },
  ),
)
type KeyQuorumInputForm = typeof keyQuorumInputSchema
/** Named, so that the declarations of routes refer to it. */
export interface KeyQuorumInputSchema extends KeyQuorumInputForm {}
/** Body that creates a quorum. Without a threshold every member has to sign. */
export const keyQuorumInput: KeyQuorumInputSchema = keyQuorumInputSchema

const keyQuorumUpdateSchema = z.strictObject(fields).check(atLeastOne())
type KeyQuorumUpdateForm = typeof keyQuorumUpdateSchema
/** Named, so that the declarations of routes refer to it. */
export interface KeyQuorumUpdateSchema extends KeyQuorumUpdateForm {}
/** Body that changes a quorum: a list that is given replaces the one of before. */
export const keyQuorumUpdate: KeyQuorumUpdateSchema = keyQuorumUpdateSchema

const keyQuorumSchema = z.object({
  id: z.string(),
  display_name: z.nullable(z.string()),
  authorization_threshold: z.nullable(z.number()),
  authorization_keys: z.array(
    z.object({ public_key: z.string(), display_name: z.nullable(z.string()) }),
  ),
  user_ids: z.nullable(z.array(z.string())),
  key_quorum_ids: z.optional(z.array(z.string())),
})
type KeyQuorumForm = typeof keyQuorumSchema
/** Named, so that the declarations of routes refer to it. */
export interface KeyQuorumSchema extends KeyQuorumForm {}
/** A quorum: who has to sign, and how many of them. */
export const keyQuorum: KeyQuorumSchema = keyQuorumSchema
export type KeyQuorum = z.output<typeof keyQuorum>
export type KeyQuorumInput = z.output<typeof keyQuorumInput>
export type KeyQuorumUpdate = z.output<typeof keyQuorumUpdate>
