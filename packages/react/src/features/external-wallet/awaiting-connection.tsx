import type { externalWallet } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { proveLink } from '../../links.js'
import { useModal } from '../../modal/modal-context.js'
import { Connecting } from './connecting.js'
import { signProof, walletMethods } from './prove-wallet.js'
import { addWalletStyle } from './style.js'

addWalletStyle()

/** Connects the chosen wallet, has it sign the server's message, and logs in or links the wallet. */
export function AwaitingConnection({ data, end }: ScreenProps<'AWAITING_CONNECTION'>) {
  const { kit } = useModal()
  const { client } = kit
  const login = async (wallet: externalWallet.ExternalWallet) => {
    const method = walletMethods[wallet.chainType]
    const proof = await signProof(client, wallet)
    const attempt = { ...proof, disableSignup: data.disableSignup }
    end('loggedIn', await kit.prove(method.id, () => method.login(client, attempt)))
  }
  const link = async (wallet: externalWallet.ExternalWallet) => {
    const { id: method, link: run, transfer } = walletMethods[wallet.chainType]
    const proof = await signProof(client, wallet)
    const result = await proveLink(kit, {
      method,
      intent: 'link',
      run: () => run(client, proof),
      transfer: ({ nonce }) => transfer(client, { nonce, address: wallet.address }),
    })
    if (result.name === 'linked') end('linked', result.value)
    else end('conflicted', result.value)
  }
  return (
    <Connecting
      wallet={data.wallet}
      expected={data.expected}
      needsNetwork
      signs
      finish={data.intent === 'login' ? login : link}
      onOther={() => end('otherWallet', {})}
      onFailed={(problem) => end('failed', problem)}
    />
  )
}
