import { checksumAddress, type EthereumTransaction } from '@sallyport/crypto/chains/ethereum'
import * as z from 'zod/mini'
import { invalidArguments } from '../frame-error.js'

/** A transaction to sign, and the address the page says it is from. */
interface ParsedTransaction {
  transaction: EthereumTransaction
  from: string | undefined
}

/** A JSON-RPC quantity without leading zeros, a safe integer, or a BigInt. Text like `1e18` or `10` is refused. */
const quantity = z.pipe(
  z.union([
    z.string().check(z.regex(/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/)),
    z.int().check(z.minimum(0)),
    z.bigint().check(z.gte(0n)),
  ]),
  z.transform((value) => BigInt(value)),
)
const hexBytes = z.templateLiteral(['0x', z.string()]).check(z.regex(/^0x([0-9a-fA-F]{2})*$/))
const address = z.templateLiteral(['0x', z.string()]).check(
  z.regex(/^0x[0-9a-fA-F]{40}$/),
  // Mixed case is a checksum; a wrong one means a typing error.
  z.refine((text) => !/[a-f]/.test(text) || !/[A-F]/.test(text) || checksumAddress(text) === text),
)
/** A number of at most 32 bytes, with or without zeros before it. */
const word = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text) => BigInt(text)),
)
const accessList = z.array(
  z.strictObject({
    address,
    storageKeys: z.array(
      z.templateLiteral(['0x', z.string()]).check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
    ),
  }),
)
/** As viem and JSON-RPC write a signed authorization (EIP-7702); `v` repeats the parity in the older way. */
const signedAuthorization = z.strictObject({
  address,
  chainId: quantity,
  nonce: quantity,
  yParity: z.pipe(
    quantity,
    z.transform((parity) =>
      parity === 0n || parity === 1n ? (Number(parity) as 0 | 1) : invalidParity(),
    ),
  ),
  r: word,
  s: word,
  v: z.optional(quantity),
})
const types: Readonly<Record<string, 0 | 1 | 2 | 4>> = {
  '0': 0,
  '1': 1,
  '2': 2,
  '0x0': 0,
  '0x1': 1,
  '0x2': 2,
  '4': 4,
  '0x4': 4,
  legacy: 0,
  eip2930: 1,
  eip1559: 2,
  eip7702: 4,
}
const type = z.pipe(
  z.union([
    z.enum(['0x0', '0x1', '0x2', '0x4', 'legacy', 'eip2930', 'eip1559', 'eip7702']),
    z.int(),
    z.bigint(),
  ]),
  z.transform((value) => types[String(value)] ?? invalidType()),
)

/** Both dialects public clients send (wire reference §20.4); a field outside it is refused, never dropped. */
const request = z.strictObject({
  type: z.optional(type),
  chainId: quantity,
  nonce: quantity,
  to: z.optional(address),
  value: z.optional(quantity),
  data: z.optional(hexBytes),
  input: z.optional(hexBytes),
  gas: z.optional(quantity),
  gasLimit: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  accessList: z.optional(accessList),
  authorizationList: z.optional(z.array(signedAuthorization).check(z.maxLength(16))),
  from: z.optional(address),
  account: z.optional(z.union([address, z.object({ address })])),
})

/**
 * Reads the parameter of `eth_signTransaction`.
 *
 * @throws FrameError `invalid_request_arguments` for anything that is not one complete transaction of type 0, 1, 2 or 4.
 */
export function parseTransaction(value: unknown): ParsedTransaction {
  const parsed = request.safeParse(withoutEmpty(value))
  if (!parsed.success) throw invalidTransaction()
  const { account, ...fields } = parsed.data
  const { chainId, nonce, to = null, value: valueWei = 0n } = fields
  const gasLimit = oneOf(fields.gas, fields.gasLimit)
  const data = oneOf(fields.data, fields.input) ?? '0x'
  if (gasLimit === undefined || (to === null && data === '0x')) throw invalidTransaction()
  const from = oneOf(
    fields.from?.toLowerCase(),
    (typeof account === 'object' ? account.address : account)?.toLowerCase(),
  )
  const common = { chainId, nonce, gasLimit, to, valueWei, data }
  return { transaction: { ...common, ...fees(fields) }, from }
}

function fees({
  type: given,
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
  accessList: list = [],
  authorizationList,
}: z.output<typeof request>) {
  const isDynamic = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  const type = given ?? (authorizationList ? 4 : isDynamic ? 2 : list.length > 0 ? 1 : 0)
  if ((type === 4) !== (authorizationList !== undefined)) throw invalidTransaction()
  if (type === 2 || type === 4) {
    // A tip alone leaves open what the user would pay.
    if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) throw invalidTransaction()
    // Clients whose node knows `eth_fillTransaction` repeat the maximum fee as the legacy price (wire reference §34.2).
    if (gasPrice !== undefined && gasPrice !== maxFeePerGas) throw invalidTransaction()
    const dynamic = { maxFeePerGas, maxPriorityFeePerGas, accessList: list }
    if (authorizationList === undefined) return { type: 2, ...dynamic } as const
    return { type: 4, ...dynamic, authorizations: authorizationList.map(authorizationOf) } as const
  }
  if (isDynamic || gasPrice === undefined) throw invalidTransaction()
  if (type === 1) return { type, gasPrice, accessList: list } as const
  if (list.length > 0) throw invalidTransaction()
  return { type, gasPrice } as const
}

function authorizationOf({ address: contract, v, ...rest }: z.output<typeof signedAuthorization>) {
  if (v !== undefined && v !== BigInt(27 + rest.yParity) && v !== BigInt(rest.yParity)) {
    throw invalidTransaction()
  }
  return { contract, ...rest }
}

/** The one value given under two names; two different values are refused. */
function oneOf<T>(a: T | undefined, b: T | undefined): T | undefined {
  if (a !== undefined && b !== undefined && a !== b) throw invalidTransaction()
  return a ?? b
}

/** Clients spell "not given" as `undefined` or `null`. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part != null))
}

function invalidTransaction() {
  return invalidArguments('The transaction is not valid')
}

function invalidParity(): never {
  throw invalidTransaction()
}

function invalidType(): never {
  throw invalidArguments('This transaction type is not supported')
}
