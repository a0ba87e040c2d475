import { randomBytes } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { addressFromPrivateKey, signMessage } from '@sallyport/crypto/chains/ethereum'
import type { Deps } from '@sallyport/server'
import { testOrigin } from './call.js'

type Port = Deps['farcaster']
type SignerRequest = Parameters<Port['requestSigner']>[0]
type RelayAnswer = Exclude<Awaited<ReturnType<Port['readChannel']>>, string>

/** An account of Farcaster with the key that owns it. */
export interface FarcasterAccount {
  fid: number
  address: string
  /** Signs a login message; `fields` are written over the usual ones. */
  sign(
    nonce: string,
    fields?: Partial<SiwfFields>,
  ): { message: string; signature: string; fid: number }
}

/** What a login message of Farcaster says. */
export interface SiwfFields {
  origin: string
  address: string
  statement: string
  chainId: string
  issuedAt: string
  resources: readonly string[]
}

/** Farcaster's relay and registries in memory. */
export interface TestFarcaster extends Port {
  /** Adds an account, or the same again. */
  account(fid: number): FarcasterAccount
  /** Allows another key to log in for an account. */
  allow(fid: number): FarcasterAccount
  /** The nonce of a channel. */
  nonceOf(channelToken: string): string
  /** The Farcaster app finishes the login of a channel. */
  approve(channelToken: string, answer: RelayAnswer): void
  /** The user answers the request for a key. */
  answerSigner(publicKey: string, how: 'approve' | 'refuse' | 'remove', fid: number): void
  /** Requests for keys, as the service got them. */
  readonly signerRequests: readonly SignerRequest[]
  /** Makes every call fail, or work again. */
  setDown(isDown: boolean): void
}

/** Creates a Farcaster without accounts. */
export function createTestFarcaster(): TestFarcaster {
  const owners = new Map<number, FarcasterAccount>()
  const allowed = new Set<string>()
  const channels = new Map<string, { nonce: string; answer: RelayAnswer | null }>()
  const signerRequests: SignerRequest[] = []
  const signers = new Map<string, { fid: number; how: 'approve' | 'refuse' | 'remove' }>()
  let isDown = false
  const requireUp = () => {
    if (isDown) throw new ApiError('internal_error', { status: 503 })
  }
  return {
    account: (fid) => {
      const account = owners.get(fid) ?? createAccount(fid)
      owners.set(fid, account)
      return account
    },
    allow: (fid) => {
      const account = createAccount(fid)
      allowed.add(`${fid} ${account.address.toLowerCase()}`)
      return account
    },
    nonceOf: (channelToken) => channels.get(channelToken)?.nonce ?? '',
    approve: (channelToken, answer) => {
      const channel = channels.get(channelToken)
      if (channel !== undefined) channel.answer = answer
    },
    setDown: (next) => {
      isDown = next
    },
    signerRequests,
    answerSigner: (publicKey, how, fid) => {
      signers.set(publicKey, { how, fid })
    },
    requestSigner: async (request) => {
      requireUp()
      signerRequests.push(request)
      return { token: request.key, url: `https://farcaster.example/approve?key=${request.key}` }
    },
    readSignerRequest: async (token) => {
      requireUp()
      const answer = signers.get(token)
      if (answer === undefined) return { state: 'pending' }
      return { state: answer.how === 'refuse' ? 'refused' : 'completed', fid: answer.fid }
    },
    readSignerKey: async (fid, publicKey) => {
      requireUp()
      const answer = signers.get(publicKey)
      if (answer?.fid !== fid || answer.how === 'refuse') return 'unknown'
      return answer.how === 'approve' ? 'added' : 'removed'
    },
    openChannel: async ({ nonce }) => {
      requireUp()
      const channelToken = randomBytes(8).toString('hex')
      channels.set(channelToken, { nonce, answer: null })
      return { channelToken, url: `https://farcaster.example/~/siwf?channelToken=${channelToken}` }
    },
    readChannel: async (channelToken) => {
      requireUp()
      const channel = channels.get(channelToken)
      if (channel === undefined) return 'gone'
      if (channel.answer === null) return 'pending'
      channels.delete(channelToken)
      return channel.answer
    },
    fidOf: async (address) => {
      requireUp()
      const owner = [...owners.values()].find(
        (each) => each.address.toLowerCase() === address.toLowerCase(),
      )
      return BigInt(owner?.fid ?? 0)
    },
    custodyOf: async (fid) => {
      requireUp()
      return owners.get(fid)?.address ?? `0x${'0'.repeat(40)}`
    },
    isAuthAddress: async (address, fid) => {
      requireUp()
      return allowed.has(`${fid} ${address.toLowerCase()}`)
    },
  }
}

function createAccount(fid: number): FarcasterAccount {
  const privateKey = randomBytes(32)
  const address = addressFromPrivateKey(privateKey)
  return {
    fid,
    address,
    sign: (nonce, fields = {}) => {
      const message = writeSiwf({
        address,
        nonce,
        resources: [`farcaster://fid/${fid}`],
        ...fields,
      })
      return { message, signature: signMessage(privateKey, message), fid }
    },
  }
}

function writeSiwf(given: Partial<SiwfFields> & { address: string; nonce: string }): string {
  const { origin = testOrigin, statement = 'Farcaster Auth', chainId = '10' } = given
  const { issuedAt = '2026-01-15T12:00:00.000Z', resources = [] } = given
  return [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    given.address,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${given.nonce}`,
    `Issued At: ${issuedAt}`,
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((each) => `- ${each}`)]),
  ].join('\n')
}
