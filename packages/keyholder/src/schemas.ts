/** Schema of the API's tables. */
export const apiSchema = 'sallyport_api'

/** Schema all tables of the vault live in; only the vault's role may use it. */
export const vaultSchema = 'sallyport_vault'

/** Schema of the signer's tables; only the signer's role may use it. It was named when the signer served delegated wallets alone. */
export const signerSchema = 'sallyport_delegate'
