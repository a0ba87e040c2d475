import type { EmbeddedChain } from '@sallyport/contract'
import {
  inertText,
  messageOfTransaction,
  readBitcoin,
  readCall,
  readMessage,
  readSolana,
  readTypedData,
  type Subject,
  scriptOfAddress,
} from '@sallyport/contract/requests'
import {
  type EthereumTransaction,
  readWalletRpc,
  type WalletRpc,
} from '@sallyport/contract/wallet-api'
import { sha256 } from '@sallyport/crypto/chains/bitcoin'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import { base64ToBytes } from '../base64.js'
import { readTypedOperation } from '../confirm/read-operation.js'
import { typedDataOf } from '../rpc/ethereum.js'

/** The wallet of a request, as the signer has it. */
interface ApprovalWallet {
  chainType: EmbeddedChain
  address: string
}

const deps = { checksum: checksumAddress }

/**
 * What an RPC request would sign, read from the body that is signed; undefined where no reader explains it.
 *
 * @throws for a body that the signer would refuse as well.
 */
export async function readRpc(body: unknown, wallet: ApprovalWallet): Promise<Subject | undefined> {
  const { request } = readWalletRpc(body)
  return request && subjectOf(request, wallet)
}

async function subjectOf(rpc: WalletRpc, wallet: ApprovalWallet): Promise<Subject | undefined> {
  switch (rpc.method) {
    case 'personal_sign':
    case 'bitcoin_signMessage':
      return readMessage(wallet.chainType, textBytes(rpc.params))
    case 'eth_signTypedData_v4': {
      const { primary_type: primaryType, ...rest } = rpc.params.typed_data
      const text = JSON.stringify({ ...rest, primaryType })
      const { data } = typedDataOf([wallet.address, text])
      return readTypedOperation(data) ?? readTypedData({ ...deps, signer: wallet.address }, data)
    }
    case 'eth_signTransaction':
      return transactionOf(rpc.params.transaction, undefined)
    case 'eth_sendTransaction':
      return transactionOf(rpc.params.transaction, chainOf(rpc.caip2))
    case 'wallet_sendCalls':
      return {
        kind: 'user-operation',
        sender: wallet.address,
        chainId: chainOf(rpc.caip2) ?? 0n,
        calls: rpc.params.calls.map(({ to, data = '0x', value = 0n }) => ({
          action: readCall(deps, { to, data }),
          valueWei: value,
          data: data === '0x' ? null : inertText(data),
        })),
        maxFeeWei: null,
        nonce: null,
      }
    case 'eth_sign7702Authorization': {
      const { contract, chain_id: chainId, nonce } = rpc.params
      // The nonce that the server would choose is not known here.
      if (nonce === undefined) return undefined
      return { kind: 'authorization', contract: checksumAddress(contract), chainId, nonce }
    }
    case 'secp256k1_sign':
      return { kind: 'digest', hex: rpc.params.hash }
    case 'signMessage': {
      const bytes = base64ToBytes(rpc.params.message)
      return readable(readSolana(bytes)) ?? readMessage('solana', bytes)
    }
    case 'signTransaction':
    case 'signAndSendTransaction': {
      return readable(readSolana(messageOfTransaction(base64ToBytes(rpc.params.transaction))))
    }
    case 'bitcoin_signPsbt':
    case 'bitcoin_sendPsbt': {
      const ownScript = scriptOfAddress(wallet.address)
      const psbt = base64ToBytes(rpc.params.psbt)
      return readBitcoin({ sha256 }, psbt, { ownScript, network: 'mainnet' }) ?? undefined
    }
    default:
      return undefined
  }
}

/** A transaction whose missing numbers the server fills in before it is signed: they are left out here. */
function transactionOf(
  transaction: EthereumTransaction,
  sentTo: bigint | undefined,
): Subject | undefined {
  const { to = null, data = '0x', value = 0n, nonce, gas_limit: gas } = transaction
  const chainId = transaction.chain_id ?? sentTo
  if (chainId === undefined) return undefined
  const price = transaction.max_fee_per_gas ?? transaction.gas_price
  return {
    kind: 'ethereum-transaction',
    action: readCall(deps, { to, data }),
    valueWei: value,
    maxFeeWei: gas !== undefined && price !== undefined ? gas * price : null,
    chainId,
    nonce: nonce ?? null,
    gasLimit: gas ?? null,
    data: data === '0x' ? null : inertText(data),
    authorizations: (transaction.authorization_list ?? []).map((each) => ({
      contract: checksumAddress(each.contract),
      chainId: each.chain_id,
      nonce: each.nonce,
    })),
  }
}

/** The bytes of a text, or of its hex. */
function textBytes({ message, encoding }: { message: string; encoding: 'utf-8' | 'hex' }) {
  if (encoding === 'utf-8') return new TextEncoder().encode(message)
  const hex = message.replace(/^0x/i, '')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function chainOf(caip2: string): bigint | undefined {
  const [, id] = /^eip155:(\d+)$/.exec(caip2) ?? []
  return id === undefined ? undefined : BigInt(id)
}

/** Where look-up tables hide an account, nothing true can be said of a transaction. */
function readable<T extends { hidesAccounts: boolean }>(reading: T | undefined | null) {
  return reading && !reading.hidesAccounts ? reading : undefined
}
