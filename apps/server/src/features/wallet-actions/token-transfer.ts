import { ApiError } from '@sallyport/contract'
import { solanaPrograms } from '@sallyport/contract/requests'
import { tokenAccountOf } from '@sallyport/crypto/chains/solana'
import type { Broadcast } from '../../ports/broadcast.js'
import { isRecord } from '../../wallet-api/send/json.js'
import { type Instruction, writeTransaction } from './solana-message.js'
import type { SolanaMove } from './solana-transfer.js'

/** Instruction of the token programs that names mint and places, which the program checks. */
const transferChecked = 12
/** Instruction of the program of token accounts that makes one where there is none. */
const createIdempotent = 1
const tokenPrograms: readonly unknown[] = [solanaPrograms.token, solanaPrograms.token2022]

/**
 * A transaction that moves a token from a wallet's account to the account of another wallet, which it makes where it is missing, in base64.
 *
 * @throws ApiError `invalid_data` for what is not a token, and for a destination that is itself an account of a token;
 *   `insufficient_funds`.
 */
export async function tokenTransfer(
  broadcast: Broadcast,
  { caip2, from, to, amount, mint, decimals }: SolanaMove & { mint: string; decimals: number },
): Promise<string> {
  const ownerOf = async (address: string) => {
    const params = [address, { encoding: 'base64' }]
    const answer = await broadcast.ask({ caip2, method: 'getAccountInfo', params })
    const account = isRecord(answer) ? answer.value : undefined
    return isRecord(account) ? account.owner : undefined
  }
  const program = await ownerOf(mint)
  if (!isTokenProgram(program)) throw invalid(`There is no token at ${mint}`)
  if (isTokenProgram(await ownerOf(to)))
    throw invalid('destination.address is an account of a token: name the wallet that owns it')
  const accounts = { program, mint }
  const [source, destination] = [
    tokenAccountOf({ owner: from, ...accounts }),
    tokenAccountOf({ owner: to, ...accounts }),
  ]
  if ((await ownerOf(source)) !== program)
    throw new ApiError('insufficient_funds', { message: 'The wallet has none of the token' })
  const isMissing = (await ownerOf(destination)) === undefined
  const instructions: Instruction[] = [
    ...(isMissing ? [creation({ payer: from, owner: to, account: destination, ...accounts })] : []),
    {
      program,
      accounts: [
        writable(source),
        readonly(mint),
        writable(destination),
        // The wallet, which pays the fee too.
        writable(from),
      ],
      data: transferData(amount, decimals),
    },
  ]
  return writeTransaction(broadcast, { caip2, signer: from, instructions })
}

const writable = (address: string) => ({ address, isWritable: true })
const readonly = (address: string) => ({ address, isWritable: false })

function isTokenProgram(owner: unknown): owner is string {
  return tokenPrograms.includes(owner)
}

function creation(of: {
  payer: string
  owner: string
  account: string
  program: string
  mint: string
}): Instruction {
  return {
    program: solanaPrograms.tokenAccounts,
    accounts: [
      writable(of.payer),
      writable(of.account),
      readonly(of.owner),
      readonly(of.mint),
      readonly(solanaPrograms.system),
      readonly(of.program),
    ],
    data: Uint8Array.of(createIdempotent),
  }
}

function transferData(amount: bigint, decimals: number): Uint8Array {
  const data = Buffer.alloc(10)
  data.writeUInt8(transferChecked, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  return data
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
