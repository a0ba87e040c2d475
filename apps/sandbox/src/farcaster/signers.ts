import { randomBytes } from 'node:crypto'

/** How the double of the Farcaster app answers a request for a key. */
export const signerAnswers = {
  approve: 'Approve',
  refuse: 'Don’t allow',
  remove: 'Remove the key',
} as const
export type SignerAnswer = keyof typeof signerAnswers

/** A request for a key that posts for a user's account. */
export interface SignerRequest {
  token: string
  key: string
  requestFid: number
  /** Unix seconds. */
  deadline: number
  state: 'pending' | 'completed' | 'revoked'
  /** Who answered; undefined while it is pending. */
  userFid: number | undefined
}

/** The requests for keys, and the registry of those that were approved. */
export interface Signers {
  open(input: Pick<SignerRequest, 'key' | 'requestFid' | 'deadline'>): SignerRequest
  find(token: string): SignerRequest | undefined
  /** Answers for an account; false when the request can't be answered so. */
  answer(token: string, how: SignerAnswer, userFid: number): boolean
  /** What the registry says of a key: 0 unknown, 1 added, 2 removed. */
  stateOf(fid: number, key: string): 0 | 1 | 2
}

const maxRequests = 500

/** Creates a service without requests; it keeps the newest 500. */
export function createSigners(): Signers {
  const requests = new Map<string, SignerRequest>()
  const registry = new Map<string, 1 | 2>()
  const nameOf = (fid: number, key: string) => `${fid} ${key.toLowerCase()}`
  return {
    open: (input) => {
      const token = `0x${randomBytes(12).toString('hex')}`
      const request = { ...input, token, state: 'pending', userFid: undefined } as const
      requests.set(token, request)
      const [oldest] = requests.size > maxRequests ? requests.keys() : []
      if (oldest !== undefined) requests.delete(oldest)
      return request
    },
    find: (token) => requests.get(token),
    answer: (token, how, userFid) => {
      const request = requests.get(token)
      if (request === undefined) return false
      const name = nameOf(userFid, request.key)
      if (how === 'remove') {
        if (registry.get(name) !== 1) return false
        registry.set(name, 2)
        return true
      }
      // A key that was removed can't be added again.
      if (request.state !== 'pending' || registry.has(name)) return false
      if (how === 'approve') registry.set(name, 1)
      const state = how === 'approve' ? 'completed' : 'revoked'
      requests.set(token, { ...request, state, userFid })
      return true
    },
    stateOf: (fid, key) => registry.get(nameOf(fid, key)) ?? 0,
  }
}
