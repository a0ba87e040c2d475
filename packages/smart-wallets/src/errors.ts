/** What can be wrong with a smart wallet, by code. */
export type SmartWalletErrorCode =
  | 'invalid_smart_account_type'
  | 'invalid_version'
  | 'chain_not_configured'
  | 'no_configured_chain'
  | 'client_failed'
  | 'client_not_found'
  | 'bundler_refused'
  | 'operation_failed'

/** An error of smart wallets. `message` has the specified text (specification §8) where there is one. */
export class SmartWalletError extends Error {
  override readonly name = 'SmartWalletError'
  readonly code: SmartWalletErrorCode

  constructor(code: SmartWalletErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.code = code
  }
}
