import { siws, type User } from '@sallyport/core'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { proveLinkHeadless } from '../links.js'
import { useCallbacks } from './use-callbacks.js'
import { useMessageFlow } from './use-message-login.js'

/** Links a Solana wallet by a message that it signs, without the modal. Both functions reject with the client's error. */
export function useLinkWithSiws(callbacks?: Callbacks['linkAccount']) {
  const kit = useKit()
  useCallbacks('linkAccount', callbacks)
  const { state, generate, submit } = useMessageFlow('linkAccount')
  return {
    state,
    generateSiwsMessage: (wallet: { address: string }) =>
      generate(() => siws.createMessage(kit.client, wallet)),
    linkWithSiws: (proof: siws.SolanaProof): Promise<User> =>
      submit(async () => {
        const run = () => siws.link(kit.client, proof)
        const steps = { method: 'siws', intent: 'link', run, transfer: null } as const
        return (await proveLinkHeadless(kit, steps)).user
      }),
  }
}
