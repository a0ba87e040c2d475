import type { EmbeddedChain } from '@sallyport/contract'
import type { RawSign, WalletRpc } from '@sallyport/contract/wallet-api'
import { signTypedData } from '@sallyport/crypto/chains/ethereum'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import type { Facts, Unread } from '../policy/facts.js'
import { familyOf } from '../policy/field-table.js'
import { operationIn, sponsoredWei } from '../policy/read-operation.js'
import { readRequest } from '../policy/read-request.js'
import { invalid } from '../refusals.js'
import { preparePsbt } from './bitcoin.js'
import { prepareDigest, prepareRawSign } from './digests.js'
import {
  prepareAuthorization,
  prepareCalls,
  prepareTransaction,
  prepareUserOperation,
} from './ethereum.js'
import { prepareMessage } from './messages.js'
import { prepareSolana } from './solana.js'
import { prepareSponsored } from './sponsored.js'

/** What a request asks for: a method of rpc, or a raw signature. */
export type Asked = WalletRpc | ({ method: 'raw_sign' } & RawSign)

/** The wallet that is asked, and what the API has filled in. */
export interface Signing {
  chain: EmbeddedChain
  address: string
  /** As accounts carry it; null where the address says it. */
  publicKey: string | null
  /** One for each transaction. */
  filled: readonly FilledTransaction[]
}

/** A request that is ready to be judged, and signed if it is allowed. */
export interface Prepared {
  /** Read from the bytes that `sign` signs. */
  facts: Facts | Unread
  /**
   * What it shares with others of which one at most comes into a block, such as a nonce on its network; and the most that it pays for
   * each unit of gas.
   */
  exclusive?: { name: string; feePerGas?: bigint } | undefined
  /** What a paymaster may pay for it, in wei. */
  sponsoredWei?: bigint | undefined
  /** Answers as the client reads it. Of a method that sends, what is to be sent. */
  sign(key: Uint8Array): Record<string, unknown>
}

/**
 * Reads what will be signed for a request.
 *
 * @throws CallRefused `invalid_request` for what has no bytes to sign.
 */
export function prepare(asked: Asked, signing: Signing): Prepared {
  if (asked.method === 'raw_sign') return prepareRawSign(asked, signing)
  const { chain, address } = signing
  const family = familyOf(chain)
  if (!family) throw invalid('The chain is not offered')
  const facts = (): Facts | Unread => readRequest(asked, { address, chain: family })
  switch (asked.method) {
    case 'eth_signTransaction':
      return prepareTransaction(asked, signing)
    case 'eth_sendTransaction':
      return asked.sponsor === true
        ? prepareSponsored(asked, signing)
        : prepareTransaction(asked, signing)
    case 'wallet_sendCalls':
      return asked.sponsor === true
        ? prepareSponsored(asked, signing)
        : prepareCalls(asked, signing)
    case 'eth_signUserOperation':
      return prepareUserOperation(asked, facts())
    case 'eth_signTypedData_v4': {
      const { primary_type: primaryType, ...data } = asked.params.typed_data
      const placed = operationIn({ ...data, primaryType })
      const isOperation = placed !== null && !('unread' in placed)
      return {
        facts: facts(),
        ...(isOperation && { sponsoredWei: sponsoredWei(placed.operation) }),
        sign: (key) => ({
          signature: signTypedData(key, { ...data, primaryType }),
          encoding: 'hex',
        }),
      }
    }
    case 'eth_sign7702Authorization':
      return prepareAuthorization(asked, signing)
    case 'secp256k1_sign':
      return { facts: facts(), ...prepareDigest(asked.params.hash) }
    case 'personal_sign':
    case 'signMessage':
    case 'bitcoin_signMessage':
      return prepareMessage(asked, { chain, facts: facts() })
    case 'signTransaction':
    case 'signAndSendTransaction':
      return prepareSolana(asked, { address, facts: facts() })
    case 'bitcoin_signPsbt':
    case 'bitcoin_sendPsbt':
      return preparePsbt(asked, signing)
    case 'exportPrivateKey':
    case 'exportSeedPhrase':
      throw invalid(`${asked.method} is not a signature`)
  }
}
