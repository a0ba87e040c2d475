/** A request already checked: makes the answer's `data` with the key, or throws before the key is used. */
export type Signer = (key: SignerKey) => unknown

/** The key of an address, with its public key where signing is quicker with it. */
export interface SignerKey {
  address: string
  privateKey: Uint8Array
  publicKeyBytes?: Uint8Array
}

/** The methods of one chain by name; each checks its parameters and throws `FrameError` when they are wrong. */
export type Methods = Readonly<Record<string, (params: unknown) => Signer>>
