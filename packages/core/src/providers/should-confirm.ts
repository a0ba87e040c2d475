import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { AppConfig, ConfirmRequest, RequestStep, RequestUiOptions } from '../types.js'

/**
 * Whether a request is shown to the user before a wallet acts. An app that enforces wallet screens cannot be talked out of
 * them by the page; else the request's own option decides, then the client's, and the default is to ask.
 */
export function shouldConfirm(input: {
  option?: boolean | undefined
  config?: boolean | undefined
  appConfig: Pick<AppConfig, 'enforce_wallet_uis'> | null
}): boolean {
  if (input.appConfig?.enforce_wallet_uis) return true
  return input.option ?? input.config ?? true
}

/** A request that may have to be approved first. */
export interface Job<T> {
  request: ConfirmRequest
  ui: RequestUiOptions
  /** Why the request is refused where it would not be shown; without it, it may run unseen. */
  needsScreen?: string
  run(report: (step: RequestStep) => void): Promise<T>
}

/**
 * What `job.run` gives, after the user approved where that is asked. Without a `confirm` in the client's options there is
 * no screen to show and the request runs at once.
 *
 * @throws RpcError 4200 when the request must be shown and would not be.
 */
export async function confirmed<T>(client: SallyportClient, job: Job<T>): Promise<T> {
  const { confirm, showWalletUIs } = client.options
  const asks = shouldConfirm({
    option: job.ui.showWalletUIs,
    config: showWalletUIs,
    appConfig: client.state.config,
  })
  if (confirm && asks) return confirm.request(job)
  if (job.needsScreen) throw new RpcError(4200, { message: job.needsScreen })
  return job.run(() => undefined)
}
