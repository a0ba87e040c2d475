/** What another app or site asks of this page, as the server's redirect hands it over (docs/features/cross-app.md). */
export type CrossAppArrival =
  /** A login of an app with the user's account here. */
  | { kind: 'login'; state: string }
  /** A site asks for the address of a wallet (wire reference §18.5). */
  | {
      kind: 'connect'
      requesterPublicKey: string
      requesterOrigin: string
      /** It asks for the smart wallet. */
      isSmartWallet: boolean
    }
  /** A connected site asks for a signature; encrypted (wire reference §18.5). */
  | {
      kind: 'transact'
      requesterPublicKey: string
      requesterOrigin: string
      encryptedRequest: string
      iv: string
    }
  /** An app asks for a signature by the token of its login (wire reference §18.4). */
  | { kind: 'request'; token: string; request: string; mode: 'popup' | 'redirect' }

const parameter = 'sallyport-cross-app'

/** What the fragment of an address asks for; null where it asks for nothing, or not for all of it. */
export function readArrival(hash: string): CrossAppArrival | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const of = (name: string) => values.get(name) ?? ''
  // Written by other clients: a plus sign that was not escaped reads as a space.
  const bytesOf = (name: string) => of(name).replaceAll(' ', '+')
  const site = {
    requesterPublicKey: bytesOf('requester_public_key'),
    requesterOrigin: of('requester_origin'),
  }
  const arrival = {
    login: { kind: 'login', state: of('state') },
    connect: { kind: 'connect', ...site, isSmartWallet: of('smart_wallet_mode') === 'true' },
    transact: {
      kind: 'transact',
      ...site,
      encryptedRequest: bytesOf('encrypted_request'),
      iv: bytesOf('iv'),
    },
    request: {
      kind: 'request',
      token: of('token'),
      request: of('request'),
      mode: of('mode') === 'redirect' ? 'redirect' : 'popup',
    },
  } satisfies { [K in CrossAppArrival['kind']]: Extract<CrossAppArrival, { kind: K }> }
  const kind = of(parameter)
  if (!Object.hasOwn(arrival, kind)) return null
  const found: CrossAppArrival = arrival[kind as CrossAppArrival['kind']] // just checked
  return Object.values(found).includes('') ? null : found
}
