import { ApiError } from '@sallyport/contract'
import type { SignerCall, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import { fromVaultError } from '../ports/vault.js'

/**
 * Calls the signer. It judges users' tokens by the app's key, which it must have seen before.
 *
 * @throws ApiError `feature_not_enabled` where there is no signer; what its refusal stands for; `internal_error` (503).
 */
export async function askSigner<C extends SignerCall>(
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
