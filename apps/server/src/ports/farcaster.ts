import { ApiError } from '@sallyport/contract'

/** Where Farcaster is reached. */
export interface FarcasterUrls {
  /** Passes messages between pages and the Farcaster app. */
  relayUrl: string
  /** A node of OP Mainnet, where Farcaster's registries are. */
  rpcUrl: string
  /** Asks users to approve keys. */
  apiUrl: string
}

/** What a relay says of a finished channel; everything but message and signature is only shown. */
export interface RelayAnswer {
  message: string
  signature: string
  fid: number
  username: string
  displayName: string
  bio: string
  pfpUrl: string
  /** Wallets that the account has verified at Farcaster. */
  verifications: readonly string[]
}

/** Farcaster's relay and registries. Every call throws ApiError `internal_error` (503) when there is no answer (FAR-09). */
export interface Farcaster {
  openChannel(input: {
    domain: string
    siweUri: string
    nonce: string
    redirectUrl?: string
  }): Promise<{ channelToken: string; url: string }>
  /** `gone`: the relay does not know the channel. */
  readChannel(channelToken: string): Promise<RelayAnswer | 'pending' | 'gone'>
  /** The account that an address owns; 0 when it owns none. */
  fidOf(address: string): Promise<bigint>
  /** The address that owns an account. */
  custodyOf(fid: number): Promise<string>
  /** What the registry says of a key that posts for the account. */
  readSignerKey(fid: number, publicKey: string): Promise<'unknown' | 'added' | 'removed'>
  /** Asks the Farcaster app to approve a key; `url` opens the request there. */
  requestSigner(input: SignerRequest): Promise<{ token: string; url: string }>
  /** How far a request has come: who has approved it, or refused it. */
  readSignerRequest(
    token: string,
  ): Promise<{ state: 'pending' } | { state: 'completed' | 'refused'; fid: number }>
  /** Whether the account has allowed an address to log in for it. */
  isAuthAddress(address: string, fid: number): Promise<boolean>
}

/** A request for a key, signed by the app's own account (Farcaster's SignedKeyRequest). */
export interface SignerRequest {
  key: string
  requestFid: number
  /** Unix seconds. */
  deadline: number
  signature: string
}

const deadlineMs = 4_000
const maxAnswerLength = 65_536
// Farcaster's contracts on OP Mainnet and the selectors of their functions.
const idRegistry = '0x00000000fc6c5f01fc30151999387bb99a9f489b'
const keyRegistry = '0x00000000fc1237824fb747abde0ff18990e59b7e'
const selectors = { idOf: 'd94fe832', custodyOf: '65269e47', keyDataOf: 'ac34cc5a' } as const

/** Creates the client of the relay and of the registries. */
export function createFarcaster(urls: FarcasterUrls, fetcher: typeof fetch = fetch): Farcaster {
  const relay = (path: string, init: RequestInit) =>
    ask(fetcher, `${urls.relayUrl.replace(/\/$/, '')}/v1/channel${path}`, init)
  const read = async (to: string, data: string): Promise<string> => {
    const { status, body } = await ask(fetcher, urls.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ to, data: `0x${data}` }, 'latest'],
      }),
    })
    const { result } = body
    if (status !== 200 || typeof result !== 'string' || !/^0x[0-9a-f]{64,}$/i.test(result)) {
      throw unreachable()
    }
    return result.slice(2)
  }
  const readKeyData = async (fid: number, key: string) => {
    const bytes = word('40') + word('20') + word(key)
    const answer = await read(keyRegistry, selectors.keyDataOf + word(fid.toString(16)) + bytes)
    return {
      state: BigInt(`0x${answer.slice(0, 64)}`),
      type: BigInt(`0x${answer.slice(64, 128) || '0'}`),
    }
  }
  const askApi = (path: string, init: RequestInit) =>
    ask(fetcher, `${urls.apiUrl.replace(/\/$/, '')}/v2${path}`, init)
  return {
    openChannel: async (input) => {
      const { status, body } = await relay('', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { channelToken, url, nonce } = body
      if (status !== 201 || typeof channelToken !== 'string' || typeof url !== 'string') {
        throw unreachable()
      }
      if (nonce !== input.nonce) throw unreachable()
      return { channelToken, url }
    },
    readChannel: async (channelToken) => {
      const { status, body } = await relay('/status', {
        headers: { authorization: `Bearer ${channelToken}` },
      })
      if (status === 202) return 'pending'
      if (status === 401) return 'gone'
      const answer = readAnswer(body)
      if (status !== 200 || answer === undefined) throw unreachable()
      return answer
    },
    fidOf: async (address) => BigInt(`0x${await read(idRegistry, selectors.idOf + word(address))}`),
    custodyOf: async (fid) => {
      const answer = await read(idRegistry, selectors.custodyOf + word(fid.toString(16)))
      return `0x${answer.slice(24, 64)}`
    },
    isAuthAddress: async (address, fid) => {
      const { state, type } = await readKeyData(fid, address)
      // State 1: added; type 2: an address that logs in.
      return state === 1n && type === 2n
    },
    readSignerKey: async (fid, publicKey) => {
      const { state, type } = await readKeyData(fid, publicKey)
      // Type 1: a key that signs messages.
      if (type !== 1n) return 'unknown'
      return state === 1n ? 'added' : state === 2n ? 'removed' : 'unknown'
    },
    requestSigner: async (input) => {
      const answer = await askApi('/signed-key-requests', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { token, deeplinkUrl } = signedKeyRequestOf(answer)
      if (typeof token !== 'string' || typeof deeplinkUrl !== 'string') throw unreachable()
      if (!isWebUrl(deeplinkUrl)) throw unreachable()
      return { token, url: deeplinkUrl }
    },
    readSignerRequest: async (token) => {
      const path = `/signed-key-request?token=${encodeURIComponent(token)}`
      const { state, userFid } = signedKeyRequestOf(await askApi(path, {}))
      // `approved`: the user agreed, and the registry does not know the key yet.
      if (state === 'pending' || state === 'approved') return { state: 'pending' }
      if (typeof userFid !== 'number' || !Number.isSafeInteger(userFid)) throw unreachable()
      if (state === 'completed') return { state, fid: userFid }
      if (state === 'revoked') return { state: 'refused', fid: userFid }
      throw unreachable()
    },
  }
}

/** The request in an answer of the service. */
function signedKeyRequestOf(answer: {
  status: number
  body: Record<string, unknown>
}): Record<string, unknown> {
  const { result } = answer.body
  const { signedKeyRequest }: { signedKeyRequest?: unknown } = Object(result)
  if (answer.status >= 300 || typeof signedKeyRequest !== 'object' || signedKeyRequest === null) {
    throw unreachable()
  }
  // A JSON object has string keys.
  return signedKeyRequest as Record<string, unknown>
}

/** Clients open it, so it must not be a script. */
function isWebUrl(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}

/** Hex digits as a word of 32 bytes. */
function word(hex: string): string {
  return hex.replace(/^0x/i, '').toLowerCase().padStart(64, '0')
}

function readAnswer(body: Record<string, unknown>): RelayAnswer | undefined {
  const { state, message, signature, fid, username, displayName, bio, pfpUrl, verifications } = body
  if (state !== 'completed' || typeof message !== 'string' || typeof signature !== 'string') {
    return undefined
  }
  if (typeof fid !== 'number' || !Number.isSafeInteger(fid)) return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    message,
    signature,
    fid,
    username: text(username),
    displayName: text(displayName),
    bio: text(bio),
    pfpUrl: text(pfpUrl),
    verifications: Array.isArray(verifications)
      ? verifications.filter((each) => typeof each === 'string').slice(0, 50)
      : [],
  }
}

async function ask(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetcher(url, { ...init, redirect: 'error', signal })
    const text = await response.text()
    if (text.length > maxAnswerLength) throw new Error('The answer is too long')
    const body: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof body !== 'object' || body === null) throw new Error('The answer is not an object')
    // A JSON object has string keys.
    return { status: response.status, body: body as Record<string, unknown> }
  } catch (cause) {
    throw unreachable(cause)
  }
}

function unreachable(cause?: unknown): ApiError {
  const message = 'Farcaster cannot be reached. Try again'
  return new ApiError('internal_error', { status: 503, message, cause })
}
