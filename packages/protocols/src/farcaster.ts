/**
 * What an app's Farcaster account signs to ask for a key (EIP-712): by the server, and read by the sandbox's double of
 * Farcaster. The validator is a contract on OP Mainnet.
 */
export const signedKeyRequest = {
  domain: {
    name: 'Farcaster SignedKeyRequestValidator',
    version: '1',
    chainId: 10,
    verifyingContract: '0x00000000fc700472606ed4fa22623acf62c60553',
  },
  types: {
    SignedKeyRequest: [
      { name: 'requestFid', type: 'uint256' },
      { name: 'key', type: 'bytes' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'SignedKeyRequest',
} as const
