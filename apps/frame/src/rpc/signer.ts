/** A request already checked: makes the answer's `data` with the key, or throws before the key is used. */
export type Signer = (key: { address: string; privateKey: Uint8Array }) => unknown

/** The methods of one chain by name; each checks its parameters and throws `FrameError` when they are wrong. */
export type Methods = Readonly<Record<string, (params: unknown) => Signer>>
