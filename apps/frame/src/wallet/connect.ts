import type { Caller, WalletContext } from './context.js'
import { findRecord, type RootAddress } from './find-record.js'

/**
 * Whether this device can use the caller's root: asks its own records only, so it is cheap enough for every operation.
 *
 * @throws FrameError `wallet_not_on_device`.
 */
export async function connect(
  context: WalletContext,
  caller: Caller,
  root: RootAddress,
): Promise<void> {
  await findRecord(context, caller, root)
}
