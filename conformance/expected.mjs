/* What the wallet cases sign, find and check. */
import { createPublicKey, verify as verifyEd25519 } from 'node:crypto'
import bs58 from 'bs58'

export const typedData = {
  domain: { name: 'Corner shop', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'buyer', type: 'string' },
      { name: 'pieces', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  message: { buyer: 'Ada', pieces: '340282366920938463463374607431768211456' },
}

export const walletsOf = (user) => user.linked_accounts.filter(({ type }) => type === 'wallet')
export const addressOf = (user, chainType, index = 0) =>
  walletsOf(user).find((each) => each.chain_type === chainType && each.wallet_index === index)
    ?.address

/** Whether `signature` (base64) over `message` is of the Solana address. */
export function isSignedBy(address, message, signature) {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const der = Buffer.concat([prefix, bs58.decode(address)])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verifyEd25519(null, message, key, Buffer.from(signature, 'base64'))
}

/** The accounts of one type. */
export const accountsOf = (user, type) => user.linked_accounts.filter((each) => each.type === type)
