import { type KeyProgram, signerSchema } from '@sallyport/keyholder'

/** What the production checks look at for the signer. */
export const signerProgram: KeyProgram = {
  schema: signerSchema,
  settings: {
    socket: 'SALLYPORT_SIGNER_SOCKET',
    kek: 'SALLYPORT_SIGNER_KEK',
    databaseUrl: 'SALLYPORT_SIGNER_DATABASE_URL',
  },
}
