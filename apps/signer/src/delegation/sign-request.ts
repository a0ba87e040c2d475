import { type DelegationConsent, isCustodyText } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import {
  type EthereumTransaction,
  fromHex,
  type Hex,
  SigningError,
  signMessage,
  signTransaction,
  signTypedData,
  TransactionError,
  TypedDataError,
} from '@sallyport/crypto/chains/ethereum'
import { signMessage as signSolanaMessage } from '@sallyport/crypto/chains/solana'
import type {
  DelegatedRequest,
  DelegatedTransaction,
  DelegateInput,
  DelegateOutput,
} from '@sallyport/protocols/delegate'
import { VaultError } from '../vault-error.js'
import { proveAuthorized } from './authorization.js'
import { lockDelegation, restoreKey } from './consents.js'
import type { DelegateDeps } from './delegate-deps.js'
import { PolicyRefusal } from './policy-refusal.js'
import { readDelegatedRequest } from './requests.js'
import { reserveWei } from './reserve.js'

/**
 * Carries out a request of an app's back end with a delegated wallet. Signatures of the app's keys, wallet and policy are
 * checked here again, whatever the API has checked. The row is locked until the signature is made, so that no signature
 * is made after a revocation was committed, and what a transaction may cost is reserved in the same commit.
 *
 * @throws VaultError `not_found` without a delegation, `wrong_signature`, `invalid_request`; PolicyRefusal.
 */
export async function signRequest(
  { consentId, appShare, request }: DelegateInput<'signRequest'>,
  { db, cipher, clock }: DelegateDeps,
): Promise<DelegateOutput<'signRequest'>> {
  return db.transaction().execute(async (transaction) => {
    const { consent, share } = await lockDelegation(consentId, { db: transaction, cipher })
    let key: Uint8Array | undefined
    try {
      const nowMs = clock.nowMs()
      const digest = proveAuthorized(request, { consent, nowMs })
      const asked = readDelegatedRequest(request, consent)
      const work = allow(asked, consent)
      if (work.wei !== undefined) {
        const reservation = { consentId, request: digest, ...work.wei }
        await reserveWei(reservation, { db: transaction, nowMs })
      }
      key = await restoreKey({ consent, share, appShare })
      return { data: signWith(key, work.sign) }
    } finally {
      wipe(share, key)
    }
  })
}

type Data = Record<string, string>
/** What is signed, and what it may cost. */
interface Work {
  sign(key: Uint8Array): Data
  wei?: { wei: bigint; mostWeiPerDay: string }
}

/** Judges a request by the consent's policy. @throws PolicyRefusal, or VaultError `invalid_request`. */
function allow(asked: DelegatedRequest, { policy, address }: DelegationConsent): Work {
  if (asked.method === 'eth_signTransaction' || asked.method === 'eth_sendTransaction') {
    const { transaction } = asked.params
    if ('caip2' in asked && asked.caip2 !== `eip155:${transaction.chain_id}`)
      throw new VaultError('invalid_request', new Error('Two networks are named'))
    return allowTransaction(transaction, { policy, address })
  }
  if (asked.method === 'eth_signTypedData_v4') {
    if (!policy.typedData) throw new PolicyRefusal('Typed data is not allowed')
    const { primary_type: primaryType, ...data } = asked.params.typed_data
    return {
      sign: (key) => ({ signature: signTypedData(key, { ...data, primaryType }), encoding: 'hex' }),
    }
  }
  if (!policy.messages) throw new PolicyRefusal('Messages are not allowed')
  const message = readMessage(asked)
  // With such a signature the app could add a device or an address to the wallet.
  if (isCustodyText(new TextDecoder().decode(message)))
    throw new PolicyRefusal('This message is reserved for the wallet itself')
  if (asked.method === 'personal_sign')
    return { sign: (key) => ({ signature: signMessage(key, message), encoding: 'hex' }) }
  // A transaction begins with the number of its signers or its version: never with a letter.
  if (!isText(message)) throw new PolicyRefusal('The message could be a transaction')
  return {
    sign: (key) => ({
      signature: Buffer.from(signSolanaMessage(key, message)).toString('base64'),
      encoding: 'base64',
    }),
  }
}

function allowTransaction(
  asked: DelegatedTransaction,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): Work {
  const rules = policy.transactions
  if (!rules) throw new PolicyRefusal('Transactions are not allowed')
  const to = asked.to?.toLowerCase()
  if (asked.from !== undefined && asked.from.toLowerCase() !== address.toLowerCase())
    throw new VaultError('invalid_request', new Error('Another sender'))
  if (!rules.chainIds.includes(String(asked.chain_id))) throw new PolicyRefusal('Another network')
  // A contract that is called can move tokens, which no limit in wei counts.
  if (to === undefined || asked.data !== '0x') throw new PolicyRefusal('Contracts are not allowed')
  if (rules.recipients && !rules.recipients.includes(to))
    throw new PolicyRefusal('Another recipient')
  const whole: EthereumTransaction = {
    type: 2,
    chainId: asked.chain_id,
    nonce: asked.nonce,
    to: to as Hex, // The schema demands 0x and 40 digits.
    valueWei: asked.value,
    data: '0x',
    gasLimit: asked.gas_limit,
    maxFeePerGas: asked.max_fee_per_gas,
    maxPriorityFeePerGas: asked.max_priority_fee_per_gas,
    accessList: [],
  }
  return {
    wei: {
      wei: whole.valueWei + whole.gasLimit * asked.max_fee_per_gas,
      mostWeiPerDay: rules.mostWeiPerDay,
    },
    sign: (key) => ({ signed_transaction: signTransaction(key, whole), encoding: 'rlp' }),
  }
}

function readMessage(
  asked: Extract<DelegatedRequest, { method: 'personal_sign' | 'signMessage' }>,
): Uint8Array {
  const { message, encoding } = asked.params
  if (encoding === 'utf-8') return new TextEncoder().encode(message)
  if (encoding === 'base64') return Buffer.from(message, 'base64')
  try {
    return fromHex(message)
  } catch (cause) {
    throw new VaultError('invalid_request', cause)
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

function signWith(key: Uint8Array, sign: (key: Uint8Array) => Data): Data {
  try {
    return sign(key)
  } catch (error) {
    if (error instanceof TransactionError || error instanceof TypedDataError)
      throw new VaultError('invalid_request', error)
    if (error instanceof SigningError) throw new VaultError('internal_error', error)
    throw error
  }
}
