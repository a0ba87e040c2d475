type Hex = `0x${string}`

/**
 * The contract that a wallet's address becomes where it makes several calls at once, or where a paymaster pays for it (EIP-7702): the
 * reference account of ERC-4337 0.8, which does what the wallet's own key says and nothing else. It is at this address on every
 * network that has it.
 */
export const accountContract = '0xe6cae83bde06e4c305530e199d7217f42808555b'

/** The entry point of ERC-4337 that the contract takes operations from. */
export const accountEntryPoint = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'

/** The code of an address that has become the contract. */
export const accountCode: Hex = `0xef0100${accountContract.slice(2)}`

/** A call that the contract makes. */
export interface AccountCall {
  to: string
  data?: string | undefined
  value?: bigint | undefined
}

/** `executeBatch((address,uint256,bytes)[])` and `execute(address,uint256,bytes)`. */
const selectors = { several: '34fcd5be', one: 'b61d27f6' }

/** The data of the call that has the contract make these calls, in order: all of them or none. */
export function accountCallData(calls: readonly AccountCall[]): Hex {
  const [only, ...more] = calls
  if (only !== undefined && more.length === 0) return `0x${selectors.one}${encode(only)}`
  const bodies = calls.map(encode)
  const offsets: string[] = []
  let at = 32 * calls.length
  for (const body of bodies) {
    offsets.push(word(BigInt(at)))
    at += body.length / 2
  }
  const list = [word(BigInt(calls.length)), ...offsets, ...bodies].join('')
  return `0x${selectors.several}${word(32n)}${list}`
}

/** The tuple of one call: address, amount, and where the bytes are. */
function encode({ to, value = 0n, data = '0x' }: AccountCall): string {
  const bytes = data.slice(2).toLowerCase()
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const length = word(BigInt(bytes.length / 2))
  return [to.slice(2).toLowerCase().padStart(64, '0'), word(value), word(96n), length, padded].join(
    '',
  )
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
