import { walletExport } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { type FrameCaller, type Implementation, implement } from '../../http/implement.js'
import type { DeviceRecord } from '../../session/device.js'
import { exportWallet } from './export-wallet.js'
import { walletBudget } from './limits.js'
import { recordRehearsal } from './record-rehearsal.js'

/** What the wallet frame has recorded when a key is shown, or recovery is tested. */
export function walletExportRoutes(deps: Deps): Implementation[] {
  return implement(walletExport, {
    recordExport: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('export', spender)],
      handle: ({ caller, params, request: { device } }) =>
        exportWallet({ ...exporting(caller, params, device), session: caller.session }, deps),
    },
    recordRehearsal: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('export', spender)],
      handle: ({ caller, params, body, request: { device } }) =>
        recordRehearsal({ ...exporting(caller, params, device), body }, deps),
    },
  })
}

/** Who sees a key, or restores a wallet for a test, and on which device. */
function exporting(caller: FrameCaller, params: { wallet_id: string }, device: DeviceRecord) {
  const { sessionId } = caller
  return {
    owner: { appId: caller.app.id, userId: caller.userId },
    walletId: params.wallet_id,
    sessionId,
    device,
  }
}
