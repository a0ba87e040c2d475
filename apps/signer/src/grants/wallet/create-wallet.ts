import { webcrypto } from 'node:crypto'
import { fromBase64url, newEntropy, sealTo, toBase64url, wipe } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import {
  type SignerInput,
  type SignerOutput,
  walletShareContext,
  walletShareSealInfo,
} from '@sallyport/protocols/signer'
import { requirePolicies } from '../../policy-rows/require-policies.js'
import { settingsOf } from '../../policy-rows/settings.js'
import { invalid } from '../../refusals.js'
import { inApp } from '../../rows/in-app.js'
import { namedOwner, requireQuorums } from '../../rows/owners.js'
import { newResourceId } from '../../rows/resource-id.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'
import { describeWallet } from './describe-wallet.js'
import { accountOf, restoreSecret, sealKey, splitSecret } from './wallet-key.js'
import { insertWallet, lockWallet, type ServerWallet, writeWallet } from './wallet-rows.js'

/** How long the API may take to store its half: a wallet that is not confirmed by then is gone. */
const pendingMs = 600_000

/** A wallet to make, and the secret it is made of. */
interface Making {
  input: Pick<SignerInput<'createWallet'>, 'appId' | 'wallet' | 'sealTo'>
  secret: Uint8Array
  kind: ServerWallet['secret']
  importedAtMs: number | null
}

/**
 * Draws the secret of a wallet, keeps one half of it and seals the other to the API. The wallet is pending until `confirmWallet`: its
 * address is not answered yet, and signs nothing.
 *
 * @throws CallRefused `not_found` for an owner or signer that the app does not have.
 */
export async function createWallet(
  input: SignerInput<'createWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createWallet'>> {
  const secret = newEntropy(webcrypto, { bits: 256 })
  try {
    const kind = { kind: 'entropy', index: 0 } as const
    return await storePending({ input, secret, kind, importedAtMs: null }, deps)
  } finally {
    wipe(secret)
  }
}

/** Makes a pending wallet of a secret that is there. The caller wipes it. */
export async function storePending(
  { input, secret, kind, importedAtMs }: Making,
  deps: SignerDeps,
): Promise<SignerOutput<'createWallet'>> {
  const { appId, wallet: fields, sealTo: receiver } = input
  const { chainType, signers, policyIds } = fields
  const { key, address, publicKey } = await accountOf(secret, { chainType, secret: kind })
  const id = newResourceId()
  const place = { id, appId, chainType, address }
  const sealedKey = kind.kind === 'entropy' ? await sealKey({ secret, key }, place) : undefined
  wipe(key)
  const halves = await splitSecret(secret, place)
  try {
    const nowMs = deps.clock.nowMs()
    await inApp({ appId, kind: 'begin' }, deps, async (rows) => {
      await dropStalePending(rows, nowMs)
      await requireQuorums({ appId, signers }, rows)
      await requirePolicies({ appId, chainType, signers, policyIds }, rows)
      if (fields.owner === null && (await settingsOf(appId, rows)).requireOwner)
        throw invalid('The app demands an owner of each wallet', 'owner')
      const owner = await namedOwner({ appId, owner: fields.owner, nowMs }, rows)
      await insertWallet(
        {
          ...{ id, appId, state: 'pending', chainType, address, publicKey, secret: kind },
          ...{
            share: toBase64url(halves.signer),
            ...(sealedKey && { sealedKey }),
            owner,
            signers,
            policyIds,
            importedAtMs,
          },
          ...{ createdAtMs: nowMs, exportedAtMs: null, version: 0 },
        },
        rows,
      )
    })
    const sealed = await sealTo({
      recipientPublicKey: fromBase64url(receiver),
      plaintext: halves.api,
      info: new TextEncoder().encode(walletShareSealInfo),
      aad: new TextEncoder().encode(walletShareContext({ appId, walletId: id })),
    })
    const { enc, ciphertext } = sealed
    return {
      walletId: id,
      sealedShare: { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) },
    }
  } finally {
    wipe(halves.signer, halves.api)
  }
}

/**
 * Makes a pending wallet active, once the API has read its half back from where it keeps it: both halves together must give the
 * address, which is answered only now. Safe to repeat.
 *
 * @throws CallRefused `not_found`; `invalid_request` when the halves are not a pair.
 */
export async function confirmWallet(
  { appId, walletId, apiShare }: SignerInput<'confirmWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'confirmWallet'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const wallet = await lockWallet({ appId, walletId }, rows)
    const isLate = wallet.createdAtMs <= deps.clock.nowMs() - pendingMs
    if (wallet.state === 'archived' || (wallet.state === 'pending' && isLate))
      throw new CallRefused('not_found')
    const { secret, key } = await restoreSecret(wallet, apiShare)
    wipe(secret, key)
    const active = { ...wallet, state: 'active' } as const
    if (wallet.state === 'pending') await writeWallet(active, rows)
    return { wallet: describeWallet(active) }
  })
}

/** Deletes wallets whose second half never came: their addresses were never answered. */
async function dropStalePending({ db }: RowDeps, nowMs: number): Promise<void> {
  await db
    .deleteFrom('wallet')
    .where('is_pending', '=', true)
    .where('created_at_ms', '<=', String(nowMs - pendingMs))
    .execute()
}
