import { farcaster, type User } from '@sallyport/core'
import { useMemo } from 'react'
import { useKit } from '../context.js'

/** Login inside a Farcaster mini app, whose host signs the message with the nonce. Both reject with what the client throws. */
export function useLoginWithFarcasterV2() {
  const kit = useKit()
  return useMemo(
    () => ({
      init: () => farcaster.requestNonce(kit.client),
      login: async (signed: farcaster.SignedFarcasterMessage): Promise<{ user: User }> => {
        const work = () => farcaster.loginWithMessage(kit.client, signed)
        const { user } = await kit.proveAndFinish('farcaster', work)
        return { user }
      },
    }),
    [kit],
  )
}

/** The older names of `useLoginWithFarcasterV2`: the account is read from the message. */
export function useLoginToFrame() {
  const kit = useKit()
  return useMemo(
    () => ({
      initLoginToFrame: async (): Promise<{ nonce: string }> => {
        const { nonce } = await farcaster.requestNonce(kit.client)
        return { nonce }
      },
      loginToFrame: async (signed: { message: string; signature: string }): Promise<User> => {
        const work = () => farcaster.loginWithMessage(kit.client, signed)
        const { user } = await kit.proveAndFinish('farcaster', work)
        return user
      },
    }),
    [kit],
  )
}
