import { ApiError, decodeBase58 } from '@sallyport/contract'
import type { Broadcast } from '../../ports/broadcast.js'
import { isRecord } from '../../wallet-api/send/json.js'

/** An account that an instruction uses. */
interface Account {
  address: string
  isWritable: boolean
}

/** A step of a transaction whose one signer pays its fee. */
export interface Instruction {
  program: string
  accounts: readonly Account[]
  data: Uint8Array
}

/**
 * A transaction of one signer in base64, with room for its signature.
 *
 * @see Solana, "Transactions and Instructions": the legacy message.
 */
export async function writeTransaction(
  broadcast: Broadcast,
  {
    caip2,
    signer,
    instructions,
  }: { caip2: string; signer: string; instructions: readonly Instruction[] },
): Promise<string> {
  const used = instructions.flatMap(({ accounts }) => accounts)
  const writable = new Set([signer, ...used.filter((each) => each.isWritable).map(addressOf)])
  const others = [...used.map(addressOf), ...instructions.map(({ program }) => program)]
  const readonly = new Set(others.filter((each) => !writable.has(each)))
  const keys = [...writable, ...readonly]
  const blockhash = await latestBlockhash(broadcast, caip2)
  const message = Buffer.concat([
    // One signature; those that are not written to come last.
    Buffer.from([1, 0, readonly.size, keys.length]),
    ...keys.map(read32),
    read32(blockhash),
    Buffer.from([instructions.length]),
    ...instructions.map(({ program, accounts, data }) =>
      Buffer.concat([
        Buffer.from([keys.indexOf(program), accounts.length]),
        Buffer.from(accounts.map(({ address }) => keys.indexOf(address))),
        Buffer.from([data.length]),
        data,
      ]),
    ),
  ])
  return Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message]).toString('base64')
}

const addressOf = ({ address }: Account) => address

async function latestBlockhash(broadcast: Broadcast, caip2: string): Promise<string> {
  const answer = await broadcast.ask({ caip2, method: 'getLatestBlockhash', params: [] })
  const value = isRecord(answer) ? answer.value : undefined
  const blockhash = isRecord(value) ? value.blockhash : undefined
  if (typeof blockhash === 'string') return blockhash
  throw new Error('The node answered no blockhash')
}

/** @throws ApiError `invalid_data` for what is not 32 bytes in base58. */
function read32(text: string): Uint8Array {
  const bytes = decodeBase58(text)
  if (bytes?.length === 32) return bytes
  throw new ApiError('invalid_data', {
    message: 'destination.address is not an address of the network',
    data: { field: 'destination.address' },
  })
}
