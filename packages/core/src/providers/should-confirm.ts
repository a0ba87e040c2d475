import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { showsWalletUIs } from '../shows-wallet-uis.js'
import type {
  AppConfig,
  ApprovalChoice,
  ConfirmRequest,
  RequestStep,
  RequestUiOptions,
} from '../types.js'

/**
 * Who asks the user before a wallet acts. An app that enforces wallet screens cannot be talked out of them by the page: its
 * frame asks by itself, and the page need not ask a second time. Else the request's own option decides, then the client's,
 * and the default is the page's modal.
 */
export function shouldConfirm(input: {
  option?: boolean | undefined
  config?: boolean | undefined
  appConfig: Pick<AppConfig, 'enforce_wallet_uis'> | null
}): 'modal' | 'frame' | 'none' {
  if (input.appConfig?.enforce_wallet_uis) return 'frame'
  return (input.option ?? input.config ?? true) ? 'modal' : 'none'
}

/** A request that may have to be approved first. */
export interface Job<T> {
  request: ConfirmRequest
  ui: RequestUiOptions
  /** Whether it is refused where it would not be shown; else it may run unseen. */
  needsScreen?: boolean | undefined
  run(report: (step: RequestStep) => void, choice?: ApprovalChoice): Promise<T>
}

/**
 * What `job.run` gives, after the user approved where the page asks. Where the frame asks, and without a `confirm` in the
 * client's options, it runs at once.
 *
 * @throws RpcError 4200 when the request must be shown and would not be.
 */
export async function confirmThenRun<T>(client: SallyportClient, job: Job<T>): Promise<T> {
  const { confirm } = client.options
  const asker = shouldConfirm({
    option: showsWalletUIs(job.ui),
    config: showsWalletUIs(client.options),
    appConfig: client.state.config,
  })
  if (confirm && asker === 'modal') return confirm.request(job)
  if (asker !== 'frame' && job.needsScreen) {
    throw new RpcError(4200, { message: 'This needs a wallet screen' })
  }
  // The frame says by itself what is unusual.
  return job.run(() => undefined, asker === 'frame' ? { acceptsUnusual: true } : {})
}
