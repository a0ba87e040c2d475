import { endsAuthorization, readTypedData, type TypedDataInput } from '@sallyport/contract/requests'
import {
  accountContract,
  type CompleteTransaction,
  type WalletRpc,
} from '@sallyport/contract/wallet-api'
import { type Action, type Facts, known, knownOr, type Seen, type Unread } from './facts.js'
import { actionsOfCall, costOf } from './read-calls.js'
import { operationIn, readOperation } from './read-operation.js'
import { lowerCase, movesOfTypedData, unreadMove } from './token-moves.js'

type Bodies<M extends WalletRpc['method']> = Extract<WalletRpc, { method: M }>

/** A transaction of type 0, 1, 2 or 4 as facts. */
export function readTransaction(
  method: 'eth_signTransaction' | 'eth_sendTransaction',
  { transaction, from }: { transaction: CompleteTransaction; from: string },
): Facts {
  const { to, valueWei, data, gasLimit } = transaction
  const chainId = known(transaction.chainId)
  const isFeeMarket = transaction.type === 2 || transaction.type === 4
  const price = isFeeMarket ? transaction.maxFeePerGas : transaction.gasPrice
  const maxFee = price * gasLimit
  const authorizations = transaction.type === 4 ? transaction.authorizations : []
  const actions = actionsOfCall({ to, valueWei, data, chainId, from }).map((action): Action => {
    // An authorization gives an account to a contract.
    return authorizations.length === 0 ? action : { ...action, isWhole: false }
  })
  return {
    method,
    chain: 'ethereum',
    shared: {
      system: { chain_id: chainId },
      ethereum_transaction: {
        chain_id: chainId,
        gas_limit: known(gasLimit),
        max_fee_per_gas: known(price),
        max_priority_fee_per_gas: known(isFeeMarket ? transaction.maxPriorityFeePerGas : price),
        max_fee: known(maxFee),
        cost: costOf(actions, maxFee),
        type: known(BigInt(transaction.type)),
      },
      ...(authorizations.length > 0 && {
        ethereum_7702_authorization: {
          contract: onlyOne(authorizations.map(({ contract }) => contract.toLowerCase())),
          chain_id: onlyOne(authorizations.map((each) => each.chainId)),
        },
      }),
    },
    actions,
  }
}

/** Several calls of one send as facts: each has to be allowed. */
export function readCalls(
  body: Bodies<'wallet_sendCalls'>,
  { from }: { from: string },
): Facts | Unread {
  const reference = /^eip155:(\d{1,20})$/.exec(body.caip2)?.[1]
  if (reference === undefined) return { unread: 'it names no Ethereum network' }
  const chainId = known(BigInt(reference))
  const actions = body.params.calls.flatMap(({ to, data = '0x', value = 0n }) =>
    actionsOfCall({ to, valueWei: value, data, chainId, from }),
  )
  return {
    method: body.method,
    chain: 'ethereum',
    shared: { system: { chain_id: chainId } },
    actions,
  }
}

/** Typed data as facts: what is signed of it, and what it means. */
export function readTypedRequest(
  { method, params }: Bodies<'eth_signTypedData_v4'>,
  { address }: { address: string },
): Facts | Unread {
  const { primary_type: primaryType, ...rest } = params.typed_data
  const typedData: TypedDataInput = { ...rest, primaryType }
  // Without declared members nothing says what of the message is signed; it has no hash.
  const isDeclared = primaryType === 'EIP712Domain' || Object.hasOwn(rest.types, primaryType)
  if (!isDeclared) return { unread: 'the primary type of its typed data is not declared' }
  const placed = operationIn(typedData)
  if (placed && 'unread' in placed) return placed
  const reading = readTypedData({ ...lowerCase, signer: address }, typedData)
  const chainId = domainField(reading, 'chainId')
  const contract = domainField(reading, 'verifyingContract')
  const ethereum_typed_data_domain = {
    chainId,
    chain_id: chainId,
    verifyingContract: contract,
    verifying_contract: contract,
  }
  if (placed) {
    const facts = readOperation(method, placed)
    const ethereum_typed_data_meaning = { kind: known('execution') }
    const asTyped = (action: Action): Action => ({
      ...action,
      typedData,
      fields: { ...action.fields, ethereum_typed_data_domain, ethereum_typed_data_meaning },
    })
    return { ...facts, actions: facts.actions.map(asTyped) }
  }
  const [meaning] = reading.meanings
  const isOne = reading.meanings.length === 1 && !reading.hasUnknown && reading.isComplete
  const read = movesOfTypedData(reading)
  // Data of no known form can let others take anything.
  const moves = meaning === undefined ? { ...read, moves: [unreadMove(chainId)] } : read
  const spender = meaning?.kind === 'allowance' ? meaning.spender : null
  const expires = meaning?.expires === 'never' ? 2n ** 64n - 1n : meaning?.expires
  return {
    method,
    chain: 'ethereum',
    // Without a network in its domain it is valid on every one.
    shared: { system: { chain_id: chainId === 'absent' ? 'unreadable' : chainId } },
    actions: [
      {
        ...moves,
        isOpaque: read.moves.length === 0 || reading.hasUnknown,
        typedData,
        fields: {
          ethereum_typed_data_domain,
          ethereum_typed_data_meaning: {
            kind:
              meaning === undefined ? known('unknown') : isOne ? known(meaning.kind) : 'unreadable',
            spender: isOne
              ? knownOr(spender?.toLowerCase(), 'absent')
              : meaning
                ? 'unreadable'
                : 'absent',
            expires_at: isOne ? knownOr(expires, 'absent') : meaning ? 'unreadable' : 'absent',
          },
        },
      },
    ],
  }
}

/** An authorization (EIP-7702) as facts: it gives the account, with all that is in it, to code that is not known. */
export function readAuthorization({ method, params }: Bodies<'eth_sign7702Authorization'>): Facts {
  const chainId = known(params.chain_id)
  const contract = params.contract.toLowerCase()
  const isHarmless = contract === accountContract || endsAuthorization({ contract })
  return {
    method,
    chain: 'ethereum',
    shared: { system: { chain_id: chainId } },
    actions: [
      {
        fields: {
          ethereum_7702_authorization: {
            contract: known(contract),
            chain_id: chainId,
          },
        },
        moves: isHarmless ? [] : [unreadMove(chainId)],
        isWhole: isHarmless,
        isOpaque: !isHarmless,
        isAnything: !isHarmless,
      },
    ],
  }
}

function domainField(
  reading: ReturnType<typeof readTypedData>,
  name: 'chainId' | 'verifyingContract',
): Seen {
  const field = reading.domain.find((each) => each.name === name)
  if (!field) return 'absent'
  if (name === 'chainId') return knownOr(reading.chainId, 'unreadable')
  const isAddress = field.type === 'address' && typeof field.content === 'string'
  return isAddress && /^0x[0-9a-f]{40}$/.test(field.content as string)
    ? known(field.content as string)
    : 'unreadable'
}

function onlyOne(values: readonly (string | bigint)[]): Seen {
  return new Set(values).size === 1 ? knownOr(values[0], 'absent') : 'unreadable'
}
