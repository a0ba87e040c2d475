import { type DelegationConsent, isCustodyText } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import type { DelegatedRequest } from '@sallyport/protocols/signer'
import { messageBytes } from '../../policy/read-message.js'
import { PolicyRefusal } from '../../refusals.js'
import type { Cost } from '../../reserve.js'
import { costsOfEthereum } from './costs-of-ethereum.js'
import { costsOfSolana } from './costs-of-solana.js'

/** Judges a request by the consent's policy: what it costs. @throws PolicyRefusal, or CallRefused `invalid_request`. */
export function costsOfConsent(
  asked: DelegatedRequest,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): readonly Cost[] {
  switch (asked.method) {
    case 'eth_signTransaction':
      return costsOfEthereum(asked.params.transaction, { policy, address })
    case 'eth_sendTransaction': {
      const { transaction } = asked.params
      if (asked.caip2 !== `eip155:${transaction.chain_id}`)
        throw new CallRefused('invalid_request', new Error('Two networks are named'))
      return costsOfEthereum(transaction, { policy, address })
    }
    case 'signTransaction':
    case 'signAndSendTransaction':
      return costsOfSolana(asked.params.transaction, { policy, address })
    case 'eth_signTypedData_v4':
      if (!policy.typedData) throw new PolicyRefusal('Typed data is not allowed')
      return []
    case 'personal_sign':
    case 'signMessage':
      if (!policy.messages) throw new PolicyRefusal('Messages are not allowed')
      // With such a signature the app could add a device or an address to the wallet.
      if (isCustodyText(new TextDecoder().decode(messageBytes(asked.params))))
        throw new PolicyRefusal('This message is reserved for the wallet itself')
      return []
  }
}
