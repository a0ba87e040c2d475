/** A signature as Solana tools print it, and whether it was checked. */
export interface SolanaSignature {
  /** Base58, 64 bytes. */
  text: string
  /** Null where the browser's WebCrypto has no Ed25519. */
  valid: boolean | null
}

/** Verifies the Ed25519 signature of `message` by a Solana address, and encodes it in base58. */
export async function verifySolanaSignature(input: {
  address: string
  message: Uint8Array
  signature: Uint8Array
}): Promise<SolanaSignature> {
  const kit = await import('@solana/kit')
  const text = kit.getBase58Decoder().decode(input.signature)
  try {
    const key = await kit.getPublicKeyFromAddress(kit.address(input.address))
    const valid = await kit.verifySignature(key, kit.signatureBytes(input.signature), input.message)
    return { text, valid }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') {
      return { text, valid: null }
    }
    throw error
  }
}
