import type { Chain, ConfirmRequest } from '@sallyport/core'
import { anvil, permit, solanaSend, tokenCall, transfer, usdc } from './samples.js'
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

const ethereum: Chain = { ...anvil, id: 1, name: 'Ethereum', testnet: false }
/** A contract that the pinned list does not have. */
export const stranger = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** The user's own address with other characters in its middle. */
export const lookAlike = `${ownAddress.slice(0, 6)}${'5'.repeat(32)}${ownAddress.slice(-4)}`
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
/** Tokens of a contract that the wallet does not know, to an address that looks like the user's own. */
export const unverified = {
  ...transfer,
  chain: ethereum,
  transaction: { to: stranger, data: `0xa9059cbb${word(lookAlike)}${word('0x17d7840')}` },
} satisfies ConfirmRequest
/** A contract that calls itself USDC asks for an approval. */
export const impostor = {
  ...transfer,
  chain: ethereum,
  transaction: { ...tokenCall('0x095ea7b3', '0x17d7840').transaction, to: stranger },
} satisfies ConfirmRequest
/** A permit for another contract than the one whose name it has. */
export const fakePermit: ConfirmRequest =
  permit.kind === 'sign-typed-data'
    ? {
        ...permit,
        typedData: {
          ...permit.typedData,
          domain: { ...permit.typedData.domain, chainId: 1, verifyingContract: stranger },
        },
      }
    : permit
