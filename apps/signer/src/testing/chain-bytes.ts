import { solanaPrograms } from '@sallyport/contract/requests'

/* Solana messages and PSBTs written by hand, for tests. */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 32 bytes of a base58 address. */
export function fromBase58(text: string): Uint8Array {
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(alphabet.indexOf(digit))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** An instruction; accounts are addresses, or null for one of a look-up table. */
export interface InstructionBytes {
  program: string | null
  accounts: readonly (string | null)[]
  data: readonly number[]
}

export const u64 = (value: bigint) =>
  [...Buffer.from(value.toString(16).padStart(16, '0'), 'hex')].reverse()
const { system, token, computeBudget, memo } = solanaPrograms
/** Transfer of SOL. */
export const sol = (
  from: string | null,
  to: string | null,
  lamports: bigint,
): InstructionBytes => ({
  program: system,
  accounts: [from, to],
  data: [2, 0, 0, 0, ...u64(lamports)],
})
/** TransferChecked of a token. */
export const spl = ({
  source,
  mint,
  to,
  owner,
  units,
  program = token as string,
}: {
  source: string
  mint: string
  to: string | null
  owner: string
  units: bigint
  program?: string
}): InstructionBytes => ({
  program,
  accounts: [source, mint, to, owner],
  data: [12, ...u64(units), 6],
})
export const feePrice = (price: bigint): InstructionBytes => ({
  program: computeBudget,
  accounts: [],
  data: [3, ...u64(price)],
})
export const memoOf = (text: string): InstructionBytes => ({
  program: memo,
  accounts: [],
  data: [...Buffer.from(text)],
})

/** Base64 of a transaction with room for its signatures. Null accounts are the first writable one of a table. */
export function solanaTransaction(
  payer: string,
  steps: readonly InstructionBytes[],
  { table, signers = 1 }: { table?: string; signers?: number } = {},
): string {
  const keys = [payer]
  const named = steps.flatMap(({ program, accounts }) => [...accounts, program])
  for (const each of named) if (each !== null && !keys.includes(each)) keys.push(each)
  const indexOf = (key: string | null) => (key === null ? keys.length : keys.indexOf(key))
  const parts = steps.map(({ program, accounts, data }) => [
    indexOf(program),
    accounts.length,
    ...accounts.map(indexOf),
    data.length,
    ...data,
  ])
  return Buffer.from([
    ...[signers, ...new Uint8Array(64 * signers)],
    ...(table ? [0x80] : []),
    ...[signers, 0, 0],
    ...[keys.length, ...keys.flatMap((key) => [...fromBase58(key)])],
    ...new Uint8Array(32).fill(9),
    ...[parts.length, ...parts.flat()],
    ...(table ? [1, ...fromBase58(table), 1, 0, 0] : []),
  ]).toString('base64')
}

const little = (value: bigint, width: number) =>
  Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
const bytesOf = (hex: string) => [...Buffer.from(hex, 'hex')]
type Part = { script: string; amount: bigint }
const output = ({ script, amount }: Part) => [
  ...little(amount, 8),
  script.length / 2,
  ...bytesOf(script),
]

/** Base64 of a PSBT of version 0. */
export function psbtOf(inputs: readonly Part[], outputs: readonly Part[]): string {
  const transaction = [
    ...little(2n, 4),
    ...[
      inputs.length,
      ...inputs.flatMap((_, at) => [
        ...Array<number>(32).fill(at + 1),
        ...[1, 0, 0, 0],
        0,
        ...[255, 255, 255, 255],
      ]),
    ],
    ...[outputs.length, ...outputs.flatMap(output)],
    ...little(0n, 4),
  ]
  const sized =
    transaction.length < 253
      ? [transaction.length]
      : [253, ...little(BigInt(transaction.length), 2)]
  const parts = inputs.flatMap((input) => [1, 1, output(input).length, ...output(input), 0])
  return Buffer.from([
    ...bytesOf('70736274ff'),
    1,
    0,
    ...sized,
    ...transaction,
    0,
    ...parts,
    ...outputs.map(() => 0),
  ]).toString('base64')
}
