import { siwe, type User, type WalletProof } from '@sallyport/core'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { proveLinkHeadless } from '../links.js'
import { useCallbacks } from './use-callbacks.js'
import { useMessageFlow } from './use-message-login.js'

/** Links an Ethereum wallet by a message that it signs, without the modal. Both functions reject with the client's error. */
export function useLinkWithSiwe(callbacks?: Callbacks['linkAccount']) {
  const kit = useKit()
  useCallbacks('linkAccount', callbacks)
  const { state, generate, submit } = useMessageFlow('linkAccount')
  return {
    state,
    generateSiweMessage: (wallet: { address: string; chainId: `eip155:${number}` }) =>
      generate(() => siwe.createMessage(kit.client, wallet)),
    linkWithSiwe: (proof: WalletProof & { chainId?: string }): Promise<User> =>
      submit(async () => {
        const run = () => siwe.link(kit.client, proof)
        const steps = { method: 'siwe', intent: 'link', run, transfer: null } as const
        return (await proveLinkHeadless(kit, steps)).user
      }),
  }
}
