import { CallRefused } from '@sallyport/keyholder'
import { type SignerInput, type SignerOutput, walletChange } from '@sallyport/protocols/signer'
import type { SignerDeps } from '../../signer-deps.js'
import { authorizeChange } from './authorized-change.js'
import { describeWallet } from './describe-wallet.js'
import { inApp } from './in-app.js'
import { namedOwner, requireQuorums } from './owners.js'
import {
  changeWallet,
  lockWallet,
  type RowDeps,
  rowOfWallet,
  type ServerWallet,
} from './wallet-rows.js'

/**
 * Changes owner, signers or policies of a wallet, by a request that its present owner has signed. What is changed is read from
 * the signed body. The row of before is refused from then on, and the request after any other change.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`; RowRefused.
 */
export async function updateWallet(
  { appId, walletId, request }: SignerInput<'updateWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateWallet'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const wallet = await lockWallet({ appId, walletId }, rows)
    if (wallet.state !== 'active') throw new CallRefused('not_found')
    const { request: name, isDone } = await authorizeChange(
      { row: rowOfWallet(wallet), request, method: 'PATCH' },
      { owner: wallet.owner, nowMs: deps.clock.nowMs() },
      rows,
    )
    if (isDone) return { wallet: describeWallet(wallet) }
    const change = await readChange(wallet, request.body, rows)
    return { wallet: describeWallet(await changeWallet(wallet, { change, request: name }, rows)) }
  })
}

/** What a signed body changes; names for people are the API's. @throws CallRefused `invalid_request`, `not_found`. */
async function readChange(
  { appId }: ServerWallet,
  body: Record<string, unknown>,
  rows: RowDeps,
): Promise<Partial<ServerWallet>> {
  const parsed = walletChange.safeParse(body)
  if (!parsed.success) throw new CallRefused('invalid_request', parsed.error)
  const { owner, owner_id: ownerId, additional_signers: given, policy_ids: policyIds } = parsed.data
  const signers = given?.map((each) => ({
    quorumId: each.signer_id,
    policyIds: each.override_policy_ids ?? [],
  }))
  if (signers) await requireQuorums({ appId, signers }, rows)
  const named = readOwner({ owner, ownerId })
  return {
    ...(named !== undefined && { owner: await namedOwner({ appId, owner: named }, rows) }),
    ...(signers && { signers }),
    ...(policyIds && { policyIds }),
  }
}

type Body = ReturnType<typeof walletChange.parse>

/** The owner that a body names, null for none; undefined where it says nothing of one. */
function readOwner({ owner, ownerId }: { owner: Body['owner']; ownerId: Body['owner_id'] }) {
  if (ownerId !== undefined) return ownerId === null ? null : { quorumId: ownerId }
  if (owner === undefined || owner === null) return owner
  return 'public_key' in owner ? { publicKey: owner.public_key } : { userId: owner.user_id }
}
