import { siwe, type User, type WalletProof } from '@sallyport/core'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'
import { useMessageFlow } from './use-message-login.js'

/** A signed message of an Ethereum wallet (react-api §14). */
export type SiweLogin = WalletProof & { chainId?: string; disableSignup?: boolean }

/** Login by a message that an Ethereum wallet signs, without the modal. All functions reject with the client's error. */
export function useLoginWithSiwe(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const { state, generate, submit } = useMessageFlow('login')
  return {
    state,
    generateSiweMessage: (wallet: { address: string; chainId: `eip155:${number}` }) =>
      generate(() => siwe.createMessage(kit.client, wallet)),
    /** For a message that the app writes itself. */
    generateSiweNonce: (wallet: { address?: string } = {}) =>
      generate(() => siwe.createNonce(kit.client, wallet)),
    loginWithSiwe: (proof: SiweLogin): Promise<User> =>
      submit(async () => {
        const login = () => siwe.login(kit.client, proof)
        return (await kit.proveAndFinish('siwe', login)).user
      }),
  }
}
