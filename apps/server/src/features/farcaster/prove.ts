import { createHash, createHmac } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import {
  checksumAddress,
  fromHex,
  type Hex,
  hashMessage,
  recoverAddress,
  toHex,
} from '@sallyport/crypto/chains/ethereum'
import type { App } from '../../apps/app.js'
import { type FarcasterLookup, redeemFarcasterCtes } from '../../db/farcaster-logins.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { codeNetwork } from '../../identity/code-budgets.js'
import { type LoginFields, parseLoginMessage } from '../../identity/login-message.js'
import type { Proof } from '../../identity/proof.js'
import { checkLoginFields } from '../../identity/wallet-proof.js'

/** A message that a Farcaster account signed. */
export interface SignedMessage {
  message: string
  signature: string
  fid: number
}

/** An account that was proven, and the proof that uses up its nonce. */
interface FarcasterIdentity {
  fid: number
  /** Who owns the account by the registry. */
  ownerAddress: string
  proof: Proof
}

/** OP Mainnet, which Farcaster's messages name whatever chain the wallet is on. */
const chainId = '10'
const statements = ['Farcaster Auth', 'Farcaster Connect']
const fidResource = /^farcaster:\/\/fid\/([^/]*)\/?$/
const signerResource = /^farcaster:\/\/signer\/type\/([^/]*)\/?$/

/**
 * Proves a Farcaster account by a message that its owner, or an address it allows to log in, has signed (FIP-11).
 *
 * @param channelToken  null for a login without a channel.
 * @throws ApiError `invalid_credentials`; `internal_error` (503) when the registry cannot be reached.
 */
export async function proveFarcaster(
  deps: Deps,
  input: {
    app: App
    signed: SignedMessage
    channelToken: string | null
    request: RequestFacts
  },
): Promise<FarcasterIdentity> {
  const { app, signed, channelToken, request } = input
  const fields = parseLoginMessage(signed.message, 'Ethereum')
  if (fields === undefined || fields.chainId !== chainId) throw refused()
  if (!statements.includes(fields.statement ?? '')) throw refused()
  const fid = readFid(fields)
  const signer = readSigner(fields)
  if (fid !== signed.fid || signer === undefined) throw refused()
  checkLoginFields(deps, { app, fields, request })
  await requireSignature(deps, signed, fields)
  const ownerAddress = await requireOwner(deps, { fid, signer, address: fields.address })
  const lookup = { ...lookupOf(deps, { app, channelToken, request }), nonce: fields.nonce }
  return {
    fid,
    ownerAddress,
    proof: { ctes: redeemFarcasterCtes(lookup), refuse: async () => refused() },
  }
}

/** What finds the login of a channel, for the browser that opened it. */
export function lookupOf(
  deps: Pick<Deps, 'clock' | 'keyEncryption'>,
  input: { app: App; channelToken: string | null; request: Pick<RequestFacts, 'spender'> },
): FarcasterLookup {
  const { app, channelToken, request } = input
  const { flow, ip, isBackEnd } = request.spender
  return {
    appId: app.id,
    channelHash: channelToken === null ? null : hash(channelToken),
    flowHash: flow === undefined ? null : hash(flow),
    networkHash: isBackEnd ? null : hashNetwork(deps, ip),
    nowMs: deps.clock.nowMs(),
  }
}

/** The refusal of a message or channel that proves nothing. */
export function refused(): ApiError {
  return new ApiError('invalid_credentials', { message: 'Invalid Farcaster login' })
}

/** The one account that the message names (FAR-01). */
function readFid({ resources }: LoginFields): number | undefined {
  const named = resources.filter((each) => each.toLowerCase().startsWith('farcaster://fid'))
  const [, digits = ''] = fidResource.exec(named[0] ?? '') ?? []
  const fid = Number(digits)
  const isOne = named.length === 1 && /^[1-9]\d{0,15}$/.test(digits)
  return isOne && Number.isSafeInteger(fid) ? fid : undefined
}

/** Whose signature it is; `custody` where the message does not say. */
function readSigner({ resources }: LoginFields): 'custody' | 'authAddress' | undefined {
  const named = resources.filter((each) => each.toLowerCase().startsWith('farcaster://signer'))
  if (named.length === 0) return 'custody'
  const [, type] = signerResource.exec(named[0] ?? '') ?? []
  return named.length === 1 && (type === 'custody' || type === 'authAddress') ? type : undefined
}

async function requireSignature(
  { contractSignatures }: Pick<Deps, 'contractSignatures'>,
  { message, signature }: SignedMessage,
  { address }: LoginFields,
): Promise<void> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw refused()
  const spelled = checksumAddress(address)
  if (isOwnKey(message, signature, spelled)) return
  if (!contractSignatures.supports(chainId)) throw refused()
  const isValid = await contractSignatures
    // The contract's schema has checked that it is hex.
    .verify({
      chainId,
      address: spelled,
      hash: toHex(hashMessage(message)),
      signature: signature as Hex,
    })
    .catch((cause: unknown) => {
      const text = 'The wallet’s network cannot be reached. Try again'
      throw new ApiError('internal_error', { status: 503, message: text, cause })
    })
  if (!isValid) throw refused()
}

function isOwnKey(message: string, signature: string, address: Hex): boolean {
  try {
    return recoverAddress(hashMessage(message), fromHex(signature)) === address
  } catch {
    // Not the signature of a key.
    return false
  }
}

/** The owner of the account, who signed or allows who signed. */
async function requireOwner(
  { farcaster }: Pick<Deps, 'farcaster'>,
  input: { fid: number; signer: 'custody' | 'authAddress'; address: string },
): Promise<string> {
  const { fid, signer, address } = input
  if (signer === 'custody') {
    if ((await farcaster.fidOf(address)) !== BigInt(fid)) throw refused()
    return checksumAddress(address)
  }
  if (!(await farcaster.isAuthAddress(address, fid))) throw refused()
  return checksumAddress(await farcaster.custodyOf(fid))
}

function hash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

/** HMAC under a pepper: there are few enough IPv4 addresses to try them all. */
function hashNetwork({ keyEncryption }: Pick<Deps, 'keyEncryption'>, ip: string): Uint8Array {
  const pepper = keyEncryption.derive('code-network')
  return createHmac('sha256', pepper).update(codeNetwork(ip)).digest()
}
