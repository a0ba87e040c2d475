import { type EmbeddedChain, isSameAddressOn, walletExport } from '@sallyport/contract'
import { wordsFromEntropy } from '@sallyport/crypto/mnemonic'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError, invalidArguments } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { findRecord, settleRecord } from './find-record.js'
import type { AccountPath } from './root.js'
import { unlock } from './unlock.js'
import { writeKeyOf } from './write-key.js'

/** The address whose key is wanted. */
export interface ExportInput {
  chainType: EmbeddedChain
  address: string
  /** The first address of the same root; `address` itself for an imported wallet. */
  rootAddress: { chainType: EmbeddedChain; address: string }
  walletIndex: number
}

/** A wallet of this device, and where its key is. */
export interface Exportable {
  record: DeviceRecord
  path: AccountPath
  address: string
}

/** The key of an address, as text that other wallets read. Text can't be wiped: drop it as soon as it was shown. */
interface ExportedKey {
  privateKey: string
  /** Of the whole root; undefined for an imported key. */
  phrase: string | undefined
}

/** Finds the wallet on this device, and restores it where this device does not have it. Opens no key. */
export async function findExportable(
  context: WalletContext,
  caller: Caller,
  { chainType, address, rootAddress, walletIndex }: ExportInput,
): Promise<Exportable> {
  const found = await findRecord(context, caller, rootAddress).catch(async (error: unknown) => {
    if (!(error instanceof FrameError) || error.type !== 'wallet_not_on_device') throw error
    const { recover } = await import('./recover.js')
    return recover(context, caller, { address: rootAddress, fields: {} })
  })
  const record = await settleRecord(context, caller, found)
  const pinned = record.accounts.find(
    (account) =>
      account.chainType === chainType && isSameAddressOn(chainType, account.address, address),
  )
  const path = { chainType, walletIndex: pinned?.walletIndex ?? walletIndex }
  return { record, path, address: pinned?.address ?? address }
}

/**
 * Opens the key of an address for its user to see. The server records it first, tells the user, and refuses without a factor
 * or login of the last 15 minutes.
 *
 * @throws CallFailure; FrameError `invalid_request_arguments` when the root does not have the address.
 */
export async function exportKey(
  context: WalletContext,
  caller: Caller,
  { record, path, address }: Exportable,
): Promise<ExportedKey> {
  await recordExport(context, caller, record)
  const { chainType } = path
  const write = await writeKeyOf[chainType]()
  return unlock(context, { caller, record, chainType }, async (root) => {
    const key = await root.key(path)
    if (!isSameAddressOn(chainType, key.address, address)) {
      throw invalidArguments('The wallet has no such address')
    }
    const { kind, bytes } = root.secret
    return {
      privateKey: write(key.privateKey),
      phrase: kind === 'hd-root' ? wordsFromEntropy(bytes) : undefined,
    }
  })
}

/** Has the server record that a key leaves the wallet, before it does. */
export async function recordExport(
  { call }: WalletContext,
  { accessToken }: Caller,
  { walletId }: DeviceRecord,
): Promise<void> {
  await call(walletExport.recordExport, { params: { wallet_id: walletId } }, accessToken)
}
