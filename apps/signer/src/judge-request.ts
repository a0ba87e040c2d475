import { type DelegationConsent, isCustodyText } from '@sallyport/contract'
import { fromHex, signMessage, signTypedData } from '@sallyport/crypto/chains/ethereum'
import { signMessage as signSolanaMessage } from '@sallyport/crypto/chains/solana'
import { CallRefused } from '@sallyport/keyholder'
import type { DelegatedRequest } from '@sallyport/protocols/signer'
import { judgeEthereum } from './judge-ethereum.js'
import { judgeSolana } from './judge-solana.js'
import { PolicyRefusal } from './policy-refusal.js'
import type { Work } from './work.js'

type MessageRequest = Extract<DelegatedRequest, { method: 'personal_sign' | 'signMessage' }>
type TypedDataRequest = Extract<DelegatedRequest, { method: 'eth_signTypedData_v4' }>

/** Judges a request by the consent's policy. @throws PolicyRefusal, or CallRefused `invalid_request`. */
export function judgeRequest(
  asked: DelegatedRequest,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): Work {
  switch (asked.method) {
    case 'eth_signTransaction':
      return judgeEthereum(asked.params.transaction, { policy, address })
    case 'eth_sendTransaction': {
      const { transaction } = asked.params
      if (asked.caip2 !== `eip155:${transaction.chain_id}`)
        throw new CallRefused('invalid_request', new Error('Two networks are named'))
      return judgeEthereum(transaction, { policy, address })
    }
    case 'signTransaction':
    case 'signAndSendTransaction':
      return judgeSolana(asked.params.transaction, { policy, address })
    case 'eth_signTypedData_v4':
      return judgeTypedData(asked, policy)
    case 'personal_sign':
    case 'signMessage':
      return judgeMessage(asked, policy)
  }
}

function judgeTypedData(asked: TypedDataRequest, policy: DelegationConsent['policy']): Work {
  if (!policy.typedData) throw new PolicyRefusal('Typed data is not allowed')
  const { primary_type: primaryType, ...data } = asked.params.typed_data
  return {
    sign: (key) => ({ signature: signTypedData(key, { ...data, primaryType }), encoding: 'hex' }),
    costs: [],
  }
}

function judgeMessage(asked: MessageRequest, policy: DelegationConsent['policy']): Work {
  if (!policy.messages) throw new PolicyRefusal('Messages are not allowed')
  const message = readMessage(asked)
  // With such a signature the app could add a device or an address to the wallet.
  if (isCustodyText(new TextDecoder().decode(message)))
    throw new PolicyRefusal('This message is reserved for the wallet itself')
  if (asked.method === 'personal_sign')
    return {
      sign: (key) => ({ signature: signMessage(key, message), encoding: 'hex' }),
      costs: [],
    }
  // A transaction begins with the number of its signers or its version: never with a letter.
  if (!isText(message)) throw new PolicyRefusal('The message could be a transaction')
  return {
    sign: (key) => ({
      signature: Buffer.from(signSolanaMessage(key, message)).toString('base64'),
      encoding: 'base64',
    }),
    costs: [],
  }
}

function readMessage({ params: { message, encoding } }: MessageRequest): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(message)
  if (encoding === 'base64') return Buffer.from(message, 'base64')
  try {
    return fromHex(message)
  } catch (cause) {
    throw new CallRefused('invalid_request', cause)
  }
}

function isText(message: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(message)
  } catch {
    return false // Not UTF-8.
  }
  return (message[0] ?? 0) >= 0x20
}
