import { embeddedWallet, isSameAddressOn } from '@sallyport/contract'
import { type WalletSecret, wipe } from '@sallyport/crypto'
import { CallFailure } from '../api/call-route.js'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError } from '../frame-error.js'
import type { RecoveryChoice } from '../recovery/requested-recovery.js'
import { automaticRecovery } from '../recovery/strategies.js'
import type { Caller, WalletContext } from './context.js'
import { storeRoot } from './create.js'
import { settleRecord, usableRecords } from './find-record.js'
import { type ImportChain, readSecret } from './read-secret.js'
import { withRoot } from './root.js'

export { type ImportChain, requireImportChain } from './read-secret.js'

/** A key or phrase to keep as a wallet of the caller. */
interface ImportInput {
  chainType: ImportChain
  /** As the user has it. */
  text: string
  /** Automatic when absent. */
  recovery?: RecoveryChoice
}

/** The address that a key or phrase gives; stores and sends nothing. */
export async function previewImport(
  { webCrypto, appId }: WalletContext,
  { chainType, text }: Omit<ImportInput, 'recovery'>,
): Promise<string> {
  const secret = await readSecret(chainType, text)
  try {
    return await addressOf({ webCrypto, appId, secret, chainType })
  } finally {
    wipe(secret.bytes)
  }
}

/**
 * Keeps a key or phrase as a wallet of its own: the same shares, devices and recovery as for one that was made here. The same
 * one again gives the wallet that exists, also from another tab (CUS-10).
 *
 * @returns The address.
 * @throws FrameError `invalid_request_arguments` for anything that is neither key nor phrase, `error` when the address is
 *   already an account of this user or of another one.
 */
export async function importWallet(
  context: WalletContext,
  caller: Caller,
  { chainType, text, recovery = { strategy: automaticRecovery, fields: {} } }: ImportInput,
): Promise<string> {
  const { webCrypto, appId } = context
  const secret = await readSecret(chainType, text)
  try {
    const address = await addressOf({ webCrypto, appId, secret, chainType })
    const held = await findImported(context, caller, { chainType, address })
    if (held) return address
    const { kind, bytes: entropy } = secret
    const input = { chainType, recovery, kind, entropy, imported: true }
    await storeRoot(context, caller, input).catch((error: unknown) => {
      const isTaken = error instanceof CallFailure && error.code === 'linked_to_another_user'
      throw isTaken ? new FrameError('error', 'This wallet already belongs to an account') : error
    })
    return address
  } finally {
    wipe(secret.bytes)
  }
}

/** This device's record of the imported wallet; one that an interruption left half done is finished. */
async function findImported(
  context: WalletContext,
  caller: Caller,
  { chainType, address }: { chainType: ImportChain; address: string },
): Promise<DeviceRecord | undefined> {
  const records = (await usableRecords(context, caller)).filter(
    ({ imported, accounts }) =>
      imported &&
      accounts.some(
        (account) =>
          account.chainType === chainType && isSameAddressOn(chainType, account.address, address),
      ),
  )
  for (const record of records) {
    // One that can't be finished is of no use; the import that follows stores another.
    const settled = await settleRecord(context, caller, record).catch(() => undefined)
    if (settled && (await isListed(context, caller, settled))) return settled
  }
  return undefined
}

async function isListed({ call }: WalletContext, caller: Caller, record: DeviceRecord) {
  const { roots } = await call(embeddedWallet.list, {}, caller.accessToken)
  return roots.some(({ wallet_id }) => wallet_id === record.walletId)
}

function addressOf({
  webCrypto,
  appId,
  secret: { kind, bytes: entropy },
  chainType,
}: {
  webCrypto: Crypto
  appId: string
  secret: WalletSecret
  chainType: ImportChain
}): Promise<string> {
  const opening = { webCrypto, appId, userId: 'none', walletId: 'none', kind, entropy }
  return withRoot(opening, async (root) => (await root.key({ chainType, walletIndex: 0 })).address)
}
