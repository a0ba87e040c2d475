import type { ConfirmRequest } from '@sallyport/core'
import { anvil, solanaSend, transfer, usdc } from './samples.js'
import { solGivesAway } from './solana-transfer.js'

/** The address of the Ethereum wallet of samples. */
export const ownAddress = transfer.address
/** A contract that is to get control of the account (EIP-7702). */
export const authorization = {
  kind: 'sign-authorization',
  address: ownAddress,
  chain: anvil,
  contract: usdc,
  nonce: 7,
} as const satisfies ConfirmRequest
/** A call that the wallet cannot read. */
export const unknownCall = {
  ...transfer,
  transaction: { to: usdc, data: '0x4e71d92d' },
} satisfies ConfirmRequest
/** A token account is given away, and SOL staked. */
export const solanaAuthority: ConfirmRequest = { ...solanaSend, transaction: solGivesAway }
