import { ApiError } from '@sallyport/contract'
import type { SignerCall, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import { fromVaultError } from '../ports/vault.js'

/**
 * Calls the signer about a delegated wallet, after it has seen the app's key: it judges users' tokens by it. Calls about server wallets go
 * through `callSigner`, whose refusals are in the signer's words.
 *
 * @throws ApiError `feature_not_enabled` where there is no signer; what its refusal stands for; `internal_error` (503).
 */
export async function callSignerWithAppKey<C extends SignerCall>(
  { signer, config }: Pick<Deps, 'signer' | 'config'>,
  { app, call, input }: { app: App; call: C; input: SignerInput<C> },
): Promise<SignerOutput<C>> {
  if (signer === undefined) throw new ApiError('feature_not_enabled')
  const { id: appId, verificationKey } = app
  try {
    await signer.call('pinAppKey', { appId, issuer: config.tokenIssuer, verificationKey })
    return await signer.call(call, input)
  } catch (error) {
    throw fromVaultError(error)
  }
}
