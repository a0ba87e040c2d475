import type { EmbeddedChain } from '@sallyport/contract'
import type { WalletRpc } from '@sallyport/contract/wallet-api'
import {
  segwitKind,
  signMessage as signBitcoinMessage,
  taprootKind,
} from '@sallyport/crypto/chains/bitcoin'
import { signMessage } from '@sallyport/crypto/chains/ethereum'
import { signMessage as signSolanaMessage } from '@sallyport/crypto/chains/solana'
import type { Facts, Unread } from '../policy/facts.js'
import { messageBytes } from '../policy/read-message.js'
import { PolicyRefusal } from '../refusals.js'
import type { Prepared } from './prepare.js'

type Message = Extract<
  WalletRpc,
  { method: 'personal_sign' | 'signMessage' | 'bitcoin_signMessage' }
>

/**
 * A message in the way of its chain: EIP-191, Ed25519 of the bytes, BIP-322.
 *
 * @throws PolicyRefusal for a Solana message that could be a transaction, whatever the policy; CallRefused for a signature of a contract.
 */
export function prepareMessage(
  asked: Message,
  { chain, facts }: { chain: EmbeddedChain; facts: Facts | Unread },
): Prepared {
  const message = messageBytes(asked.params)
  if (asked.method === 'personal_sign')
    return { facts, sign: (key) => ({ signature: signMessage(key, message), encoding: 'hex' }) }
  if (asked.method === 'bitcoin_signMessage') {
    const kind = chain === 'bitcoin-taproot' ? taprootKind : segwitKind
    return {
      facts,
      sign: (key) => ({
        signature: Buffer.from(signBitcoinMessage(kind, key, message)).toString('base64'),
        encoding: 'base64',
      }),
    }
  }
  if ('unread' in facts) throw new PolicyRefusal('The message could be a transaction')
  return {
    facts,
    sign: (key) => ({
      signature: Buffer.from(signSolanaMessage(key, message)).toString('base64'),
      encoding: 'base64',
    }),
  }
}
