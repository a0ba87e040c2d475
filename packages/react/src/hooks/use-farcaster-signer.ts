import { ClientError, farcasterSigner } from '@sallyport/core'
import { useMemo } from 'react'
import { useKit } from '../context.js'
import type { Kit } from '../kit.js'

/**
 * A key by which the app posts for the user's Farcaster account. It is derived from their embedded wallet and stays in the
 * wallet frame. All functions reject with what the client throws.
 */
export function useFarcasterSigner() {
  const kit = useKit()
  return useMemo(
    () => ({
      /** The public key, 32 bytes, once the user has approved it. */
      getFarcasterSignerPublicKey: async (): Promise<Uint8Array> =>
        farcasterSigner.approvedKey(kit.client),
      /** The signature, 64 bytes, of the hash of a Farcaster message, 20 bytes. Shows no screen. */
      signFarcasterMessage: (messageHash: Uint8Array): Promise<Uint8Array> =>
        farcasterSigner.signHash(kit.client, messageHash),
      /** Asks the user to approve the key; rejects with `exited_auth_flow` when they close the screen. */
      requestFarcasterSignerFromWarpcast: () => requestSigner(kit),
    }),
    [kit],
  )
}

async function requestSigner({ client, modal }: Kit): Promise<void> {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  return new Promise((resolve, reject) => {
    modal.open(
      { goal: 'farcaster-signer' },
      {
        place: 'next',
        onEnd: (ending) => {
          if (ending.at === 'done') return resolve()
          import('../modal/login-error.js').then((it) => reject(it.loginError(ending.code)), reject)
        },
        fail: reject,
      },
    )
  })
}
