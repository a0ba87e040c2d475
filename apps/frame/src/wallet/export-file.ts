import {
  embeddedWallet,
  isEmbeddedChain,
  isSameAddressOn,
  type WalletRoot,
} from '@sallyport/contract'
import { sealExitFile } from '@sallyport/crypto/exit-file'
import { foreignAddress } from './accounts.js'
import type { Caller, WalletContext } from './context.js'
import { type Exportable, recordExport } from './export.js'
import { type AccountPath, isAt, type OpenRoot } from './root.js'
import { unlock } from './unlock.js'

/** A file for the user to keep. */
export interface BackupFile {
  name: string
  text: string
}

/**
 * Writes the wallet's secret and all its addresses to a file that `password` opens. As for a key that is shown, the server records
 * it first, tells the user, and refuses without a factor or login of the last 15 minutes.
 *
 * @throws CallFailure; FrameError `error` when the server lists an address that the wallet does not have.
 */
export async function exportFile(
  context: WalletContext,
  caller: Caller,
  { record, path, password }: Exportable & { password: string },
): Promise<BackupFile> {
  const { webCrypto, nowMs } = context
  await recordExport(context, caller, record)
  const { roots } = await context.call(embeddedWallet.list, {}, caller.accessToken)
  const listed = roots.find(({ wallet_id }) => wallet_id === record.walletId)
  return unlock(context, { caller, record, chainType: path.chainType }, async (root) => {
    const createdAt = new Date(nowMs())
    const accounts = await ownAccounts(root, listed, record.accounts)
    const text = await sealExitFile(
      { webCrypto, password },
      { secret: root.secret, accounts, createdAt },
    )
    return { name: `wallet-backup-${createdAt.toISOString().slice(0, 10)}.json`, text }
  })
}

/** Every address of the wallet, derived here; those that this device pinned and those that other devices added. */
async function ownAccounts(
  root: OpenRoot,
  listed: WalletRoot | undefined,
  pinned: readonly (AccountPath & { address: string })[],
) {
  const others = (listed?.accounts ?? []).flatMap(({ chain_type, wallet_index, address }) => {
    const path = { chainType: chain_type, walletIndex: wallet_index, address }
    return isEmbeddedChain(chain_type) && !pinned.some((pin) => isAt(pin, path))
      ? [{ ...path, chainType: chain_type }]
      : []
  })
  const accounts = []
  for (const { chainType, walletIndex, address: told } of [...pinned, ...others]) {
    const { address } = await root.key({ chainType, walletIndex })
    if (!isSameAddressOn(chainType, address, told)) throw foreignAddress()
    accounts.push({ chainType, walletIndex, address })
  }
  return accounts
}
