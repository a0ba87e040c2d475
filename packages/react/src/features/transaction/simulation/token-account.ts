import { toBase58 } from '@sallyport/contract/requests'

/** An account on Solana, before or after a transaction. */
export interface SolanaAccount {
  lamports: bigint
  /** The program that may change it. */
  owner: string
  data: Uint8Array
}

/** What an account of a token program holds. */
interface TokenAccount {
  mint: string
  owner: string
  units: bigint
  /** Who may take `delegated` of it. */
  delegate: string | null
  delegated: bigint
  /** Who may close it, where that is not the owner. */
  closer: string | null
}

const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const stakeProgram = 'Stake11111111111111111111111111111111111111'
const tokenAccountBytes = 165
/** Token-2022 writes behind the usual part what an account is; 2 is a token account. */
const tokenAccountKind = 2

/** The token account in `account`; null for other accounts. @see SPL Token, `Account`. */
export function readTokenAccount(account: SolanaAccount | null): TokenAccount | null {
  if (account === null || !tokenPrograms.includes(account.owner)) return null
  const { data } = account
  const isLong = data.length > tokenAccountBytes && data[tokenAccountBytes] === tokenAccountKind
  if (data.length !== tokenAccountBytes && !isLong) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const key = (offset: number) => toBase58(data.subarray(offset, offset + 32))
  const optional = (offset: number) => (view.getUint32(offset, true) === 1 ? key(offset + 4) : null)
  return {
    mint: key(0),
    owner: key(32),
    units: view.getBigUint64(64, true),
    delegate: optional(72),
    delegated: view.getBigUint64(121, true),
    closer: optional(129),
  }
}

/** Who may withdraw the stake in `account`; null for other accounts. @see Solana, `StakeStateV2`. */
export function withdrawerOf(account: SolanaAccount | null): string | null {
  if (account?.owner !== stakeProgram || account.data.length < 76) return null
  return toBase58(account.data.subarray(44, 76))
}
