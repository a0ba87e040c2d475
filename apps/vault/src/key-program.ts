import { type KeyProgram, vaultSchema } from '@sallyport/keyholder'

/** What the production checks look at for the vault. */
export const vaultProgram: KeyProgram = {
  schema: vaultSchema,
  settings: {
    socket: 'SALLYPORT_VAULT_SOCKET',
    kek: 'SALLYPORT_VAULT_KEK',
    databaseUrl: 'SALLYPORT_VAULT_DATABASE_URL',
  },
}
