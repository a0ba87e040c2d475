/** Who is paid in the tests of programs. */
export const recipient = `0x${'ab'.repeat(20)}`

/** A payment from the wallet, complete: 21,000 wei of fees at most. */
export function payment({ value = 1, nonce = 0, to = recipient }) {
  const transaction = {
    ...{ type: 2, to, chain_id: 31337, nonce, value },
    ...{ gas_limit: 21000, max_fee_per_gas: 1, max_priority_fee_per_gas: 0 },
  }
  return { method: 'eth_sendTransaction', caip2: 'eip155:31337', params: { transaction } }
}

/** A payment that its recipient sends (EIP-3009). */
export function authorization(asset: string, value: string, validBefore: string) {
  const uint = (name: string) => ({ name, type: 'uint256' })
  const typed_data = {
    domain: { name: 'Coin', version: '2', chainId: 31337, verifyingContract: asset },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        ...[uint('value'), uint('validAfter'), uint('validBefore')],
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primary_type: 'TransferWithAuthorization',
    message: {
      ...{ from: recipient, to: recipient, value, validAfter: '0', validBefore },
      nonce: `0x${'01'.repeat(32)}`,
    },
  }
  return { method: 'eth_signTypedData_v4', params: { typed_data } }
}
