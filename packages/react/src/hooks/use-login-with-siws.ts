import { siws, type User } from '@sallyport/core'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'
import { useMessageFlow } from './use-message-login.js'

/** Login by a message that a Solana wallet signs, without the modal. Both functions reject with the client's error. */
export function useLoginWithSiws(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const { state, generate, submit } = useMessageFlow('login')
  return {
    state,
    generateSiwsMessage: (wallet: { address: string }) =>
      generate(() => siws.createMessage(kit.client, wallet)),
    loginWithSiws: (proof: siws.SolanaProof & { disableSignup?: boolean }): Promise<User> =>
      submit(async () => {
        const login = () => siws.login(kit.client, proof)
        return (await kit.proveAndFinish('siws', login)).user
      }),
  }
}
