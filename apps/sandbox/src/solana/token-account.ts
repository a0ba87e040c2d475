import { type EncodedAccount, getBase58Decoder } from '@solana/kit'

/** The two token programs. */
export const tokenPrograms = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
} as const

/** Fields of a token account (165 bytes). */
interface TokenAccount {
  mint: string
  owner: string
  amount: bigint
}

/** Parses a token account; undefined when `account` is not one. */
export function readTokenAccount(account: EncodedAccount): TokenAccount | undefined {
  if (!(account.programAddress in tokenPrograms) || account.data.length < 165) return undefined
  const bytes = new Uint8Array(account.data)
  return {
    mint: getBase58Decoder().decode(bytes.slice(0, 32)),
    owner: getBase58Decoder().decode(bytes.slice(32, 64)),
    amount: new DataView(bytes.buffer).getBigUint64(64, true),
  }
}

/** Parses a mint (82 bytes): supply in base units, and decimals. Undefined when `account` is not one. */
export function readMint(
  account: EncodedAccount,
): { supply: bigint; decimals: number } | undefined {
  if (!(account.programAddress in tokenPrograms) || account.data.length < 82) return undefined
  const view = new DataView(new Uint8Array(account.data).buffer)
  return { supply: view.getBigUint64(36, true), decimals: view.getUint8(44) }
}

/** Formats an amount of base units as the RPC's four fields. */
export function uiAmount(amount: bigint, decimals: number): Record<string, unknown> {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction ? `${whole}.${fraction}` : whole
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}

/** Encodes a token account or mint as `jsonParsed`; undefined for other accounts. */
export function parseTokenAccount(
  account: EncodedAccount,
  decimalsOf: (mint: string) => number = () => 0,
): unknown {
  const program = tokenPrograms[account.programAddress as keyof typeof tokenPrograms] // absent keys give undefined, handled below
  if (!program) return undefined
  const token = readTokenAccount(account)
  const space = account.data.length
  if (token) {
    const tokenAmount = uiAmount(token.amount, decimalsOf(token.mint))
    const info = {
      mint: token.mint,
      owner: token.owner,
      state: 'initialized',
      isNative: false,
      tokenAmount,
    }
    return { program, space, parsed: { type: 'account', info } }
  }
  const mint = readMint(account)
  if (!mint) return undefined
  const info = { supply: String(mint.supply), decimals: mint.decimals, isInitialized: true }
  return { program, space, parsed: { type: 'mint', info } }
}
