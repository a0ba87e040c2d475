import {
  encodeCustodyAddress,
  isSameRoot,
  type RootCommitment,
  rootPinContext,
  sealInfo,
} from '@sallyport/contract'
import { fromBase64url, sealTo, toBase64url } from '@sallyport/crypto'
import { CallRefused, findPinnedKey, proveUser } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { refuseDeletedUser } from './deleted-users.js'
import type { RecoveryDeps } from './recovery-deps.js'
import { findKey, type KeyName, placeOf } from './recovery-key-rows.js'
import { RootRefused } from './refusals.js'
import { insertRootPin, readRootPin } from './root-pin-rows.js'
import { readStoredKey } from './stored-key.js'

/*
 * Which root a user has. The API names the wallets of a user; a browser that has none of them yet could be given one that the API
 * knows. The vault says which root was confirmed first, and stores and releases no keys of another one.
 */

type Wallet = Omit<KeyName, 'keyId'>
type PinDeps = Pick<RecoveryDeps, 'db' | 'cipher'>

/** The slot of the one root that is made for a user. An imported wallet has a slot of its own. */
const ownRoot = 'root'

function slotOf({ imported }: RootCommitment, { walletId }: Wallet): string {
  return imported ? walletId : ownRoot
}

/**
 * Passes when the vault knows no other root in the place of this one.
 *
 * @throws RootRefused, which operators are alarmed of.
 */
export async function requireSameRoot(
  wallet: Wallet,
  root: RootCommitment | undefined,
  deps: PinDeps,
): Promise<void> {
  if (root === undefined) return
  const pinned = await readRootPin(wallet, slotOf(root, wallet), deps)
  if (pinned === undefined) return
  if (pinned.walletId !== wallet.walletId || !isSameRoot(pinned.root, root)) throw new RootRefused()
}

/**
 * Notes which root the user has, where none is noted, and says it to the frame: it shows no address before it has read this.
 *
 * @throws CallRefused `invalid_token`, `not_found`, `root_mismatch`.
 */
export async function pinRoot(
  input: VaultInput<'pinRoot'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'pinRoot'>> {
  const { clock, sealKey } = deps
  await proveUser(input, { pinned: await findPinnedKey(input.appId, deps), clock })
  await refuseDeletedUser(input, deps)
  const root = await readRoot(input, deps)
  const slot = slotOf(root, input)
  await insertRootPin(input, { slot, walletId: input.walletId, root }, deps)
  // Another call may have been first: what is stored counts.
  await requireSameRoot(input, root, deps)
  const { enc, ciphertext } = await sealTo({
    recipientPublicKey: fromBase64url(input.readBackPublicKey),
    senderPrivateKey: sealKey.privateKey,
    plaintext: encodeCustodyAddress(root.custodyAddress),
    info: utf8(sealInfo.rootPin),
    aad: utf8(rootPinContext(input)),
  }).catch((cause: unknown) => {
    throw new CallRefused('invalid_request', cause)
  })
  return { sealedRootPin: { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) } }
}

async function readRoot(name: KeyName, { db, cipher }: PinDeps): Promise<RootCommitment> {
  const key = await findKey(name, db)
  if (key === undefined || key === 'deleted') throw new CallRefused('not_found')
  const stored = await cipher.open(key.record, placeOf(name, key.storedAtMs))
  try {
    const root = readStoredKey(stored)?.root
    // A key from before roots had commitments: the frame stores another one.
    if (root === undefined) throw new CallRefused('not_found')
    return root
  } finally {
    stored.fill(0)
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
