import { ApiError } from '@sallyport/contract'
import type { DelegateCall, DelegateInput, DelegateOutput } from '@sallyport/protocols/delegate'
import type { App } from '../../../apps/app.js'
import type { Deps } from '../../../deps.js'
import { fromVaultError } from '../../../ports/vault.js'

/**
 * Calls the signer of delegated wallets. It judges users' tokens by the app's key, which it must have seen before.
 *
 * @throws ApiError `feature_not_enabled` where there is no signer; what its refusal stands for; `internal_error` (503).
 */
export async function askDelegate<C extends DelegateCall>(
  { delegate, config }: Pick<Deps, 'delegate' | 'config'>,
  { app, call, input }: { app: App; call: C; input: DelegateInput<C> },
): Promise<DelegateOutput<C>> {
  if (delegate === undefined) throw new ApiError('feature_not_enabled')
  const { id: appId, verificationKey } = app
  try {
    await delegate.call('pinAppKey', { appId, issuer: config.tokenIssuer, verificationKey })
    return await delegate.call(call, input)
  } catch (error) {
    throw fromVaultError(error)
  }
}
