import { CallRefused } from '@sallyport/keyholder'
import { type SignerInput, type SignerOutput, walletChange } from '@sallyport/protocols/signer'
import { parseBody } from '../../policy-rows/parse-body.js'
import { requirePolicies } from '../../policy-rows/require-policies.js'
import { settingsOf } from '../../policy-rows/settings.js'
import type { GovernedAct } from '../../quorum/roles.js'
import { invalid } from '../../refusals.js'
import { authorizeChange } from '../../rows/authorized-change.js'
import { inApp } from '../../rows/in-app.js'
import {
  namedOwner,
  readKeyOwner,
  readOwner,
  requireOwner,
  requireQuorums,
} from '../../rows/owners.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'
import { describeWallet } from './describe-wallet.js'
import { changeWallet, lockWallet, type ServerWallet } from './wallet-rows.js'

/**
 * Changes owner, signers or policies of a wallet, by a request that its present owner has signed. What is changed is read from
 * the signed body. The row of before is refused from then on.
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
    const nowMs = deps.clock.nowMs()
    const body = parseBody(walletChange, request.body)
    const { version } = wallet
    const isDone = await authorizeChange(
      {
        appId,
        row: { table: 'wallet', id: walletId, version },
        request,
        method: 'PATCH',
        path: `/wallets/${walletId}`,
      },
      { owner: wallet.owner, nowMs, acts: actsOfChange(body) },
      rows,
    )
    if (isDone) return { wallet: describeWallet(wallet) }
    const change = await readChange({ wallet, body, nowMs }, rows)
    return { wallet: describeWallet(await changeWallet(wallet, change, rows)) }
  })
}

type Body = ReturnType<typeof walletChange.parse>

/** What a change is about: keys with a role may not change everything. */
export function actsOfChange(body: Body): GovernedAct[] {
  const acts: GovernedAct[] = ['sign']
  if (ownerOf(body) !== undefined) acts.push('owners')
  if (body.additional_signers) acts.push('signers')
  if (body.policy_ids) acts.push('policies')
  return acts
}

/** What a signed body changes; names for people are the API's. @throws CallRefused `invalid_request` or `not_found`, which name the field. */
async function readChange(
  asked: { wallet: ServerWallet; body: Body; nowMs: number },
  rows: RowDeps,
): Promise<Partial<ServerWallet>> {
  const { owner, signers, policyIds } = await requireChange(asked, rows)
  const { wallet, nowMs } = asked
  const named = { appId: wallet.appId, owner: owner ?? null, nowMs }
  return {
    ...(owner !== undefined && { owner: await namedOwner(named, rows) }),
    ...(signers && { signers }),
    ...(policyIds && { policyIds }),
  }
}

/** Refuses a change of a wallet that names what is not there. @throws CallRefused `invalid_request` or `not_found`, which name the field. */
export async function requireChange(
  { wallet, body, nowMs }: { wallet: ServerWallet; body: Body; nowMs: number },
  rows: RowDeps,
) {
  const { appId, chainType } = wallet
  const signers = body.additional_signers?.map((each) => ({
    quorumId: each.signer_id,
    policyIds: each.override_policy_ids ?? [],
  }))
  if (signers) await requireQuorums({ appId, signers }, rows)
  const policyIds = body.policy_ids
  const named = { signers: signers ?? [], policyIds: policyIds ?? [] }
  await requirePolicies({ appId, chainType, ...named }, rows)
  const owner = ownerOf(body)
  if (owner !== undefined) await requireOwner({ appId, owner, nowMs }, rows)
  if (owner === null && (await settingsOf(appId, rows)).requireOwner)
    throw invalid('The app demands an owner of each wallet', 'owner')
  return { owner, signers, policyIds }
}

function ownerOf(body: Body) {
  return (
    readOwner(body) ?? (body.owner === null || body.owner_id === null ? null : readKeyOwner(body))
  )
}
