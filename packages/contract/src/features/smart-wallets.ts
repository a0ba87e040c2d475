import * as z from 'zod/mini'
import { smartWalletConfig, smartWalletConfigInput } from '../entities/smart-wallet-config.js'
import { accountId, missingAppId } from '../primitives/account-id.js'
import { route } from '../route.js'

const params = z.object({ app_id: accountId })

/** An app's smart wallets: their kind, and each chain's bundler and paymaster (wire reference §16). */
export const smartWallets = {
  config: route({
    method: 'GET',
    path: '/apps/{app_id}/smart_wallets',
    auth: 'any-app',
    summary: "An app's smart wallet settings",
    params,
    invalid: missingAppId,
    response: smartWalletConfig,
    errors: [
      'missing_or_invalid_privy_app_id',
      'invalid_origin',
      'missing_origin',
      'too_many_requests',
    ],
  }),
  change: route({
    method: 'POST',
    path: '/apps/{app_id}/smart_wallets',
    auth: 'secret',
    summary: 'Change the smart wallet settings of the calling app',
    params,
    body: smartWalletConfigInput,
    response: smartWalletConfig,
    errors: [
      'missing_or_invalid_privy_app_id',
      'missing_or_invalid_token',
      'invalid_credentials',
      'invalid_data',
    ],
  }),
}
