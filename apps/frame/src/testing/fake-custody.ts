import {
  accountProofMessage,
  addAccountsMessage,
  authShareMessage,
  automaticRecoveryMethod,
  confirmMessage,
  generationProofMessage,
  isEmbeddedChain,
  type Route,
  rehearsalProofMessage,
  sealContext,
  type WalletRoot,
} from '@sallyport/contract'
import {
  fromBase64url,
  generateSealKeyPair,
  loadChain,
  type SealKeyPair,
  toBase64url,
} from '@sallyport/crypto'
import type * as z from 'zod/mini'
import { requireDevice, requireRoot } from './fake-proofs.js'
import { createFakeRecovery } from './fake-recovery.js'
import { userOf } from './fake-token.js'
import { type CustodyRoutes, findRoute, reply } from './find-route.js'
import { Refusal } from './refusal.js'
import { openAtServer, seal } from './seal-as-server.js'

/** What the fake keeps of one device. */
export interface FakeGeneration {
  devicePublicKey: string
  authShare: string
  encryptedRecoveryShare: string
  recoveryKeyId: string
  /** A key that is stored and not used yet, and the share under it. */
  next: { recoveryKeyId: string; encryptedRecoveryShare: string } | undefined
  receipt: string
  isActive: boolean
  /** Whether its auth share was answered. */
  isReadBack: boolean
}
/** What the fake keeps of one root. */
export interface FakeRoot {
  userId: string
  imported: boolean
  accounts: WalletRoot['accounts']
  /** By id. */
  recoveryKeys: Map<string, Uint8Array<ArrayBuffer>>
  generations: Map<string, FakeGeneration>
}
/** One call, as a hostile server or network sees it before the answer leaves. */
export interface Exchange {
  route: keyof CustodyRoutes
  userId: string
  body: Record<string, unknown>
  params: Record<string, string>
  /** Resolves to the honest answer; not calling it is refusing to act. */
  answer: () => Promise<unknown>
}

/** The custody routes as the frame sees them: keeps and seals shares, verifies proofs and device signatures. */
export interface FakeCustody {
  readonly fetch: typeof fetch
  readonly vault: SealKeyPair
  readonly api: SealKeyPair
  readonly roots: Map<string, FakeRoot>
  /** Names of the routes called, in order. */
  readonly calls: string[]
  /** Stands between frame and server until replaced; returns the answer or throws a `Refusal`. */
  intercept: (exchange: Exchange) => Promise<unknown>
}

/** An honest server for one app; tests make it hostile by replacing `intercept`. */
export async function createFakeCustody(appId: string): Promise<FakeCustody> {
  const [vault, api] = [await generateSealKeyPair(), await generateSealKeyPair()]
  const roots = new Map<string, FakeRoot>()
  const calls: string[] = []
  const recovery = createFakeRecovery(appId, vault)

  const custody: FakeCustody = {
    fetch: async (url, init) => {
      const found = findRoute(new URL(String(url)).pathname)
      if (!found) return reply(404, { error: 'Not found', code: 'invalid_data' })
      const { name, route, params } = found
      calls.push(name)
      try {
        const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
        const userId = userOf(token, appId)
        const body = (route as Route).body?.parse(JSON.parse(String(init?.body))) ?? {}
        const request = {
          userId,
          accessToken: token,
          params,
          body: body as Record<string, unknown>,
        }
        const answer = () => routes[name](request as never)
        return reply(200, await custody.intercept({ route: name, ...request, answer }))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === null) throw new TypeError('fetch failed')
        return reply(error.status, { error: 'Refused', code: error.code })
      }
    },
    vault,
    api,
    roots,
    calls,
    intercept: ({ answer }) => answer(),
  }

  type Body<N extends keyof CustodyRoutes> = CustodyRoutes[N] extends {
    body: infer S extends z.ZodMiniType
  }
    ? z.output<S>
    : unknown
  interface Request<N extends keyof CustodyRoutes> {
    userId: string
    accessToken: string
    params: { wallet_id: string; generation_id: string }
    body: Body<N>
  }

  const rootOf = (userId: string, walletId: string): FakeRoot => {
    const root = roots.get(walletId)
    if (root?.userId !== userId) throw new Refusal('linked_account_not_found', 404)
    return root
  }
  const isActive = (root: FakeRoot) => [...root.generations.values()].some((g) => g.isActive)
  const activeRoots = (userId: string) =>
    [...roots].filter(([, root]) => root.userId === userId && isActive(root))
  /** The root that stands where `root` would: the user's own, or an imported one of the same address. */
  const winnerOver = (root: Pick<FakeRoot, 'userId' | 'imported' | 'accounts'>) =>
    activeRoots(root.userId).find(
      ([, each]) =>
        each.imported === root.imported &&
        (!root.imported || each.accounts[0]?.address === root.accounts[0]?.address),
    )
  const wire = (walletId: string, { imported, accounts }: FakeRoot): WalletRoot => ({
    wallet_id: walletId,
    imported,
    recovery_method: automaticRecoveryMethod,
    accounts,
  })
  const store = async (
    walletId: string,
    root: FakeRoot,
    body: Omit<Body<'addGeneration'>, 'root_proof'>,
  ) => {
    const { userId } = root
    const authShare = await openAtServer(body.sealed_auth_share, {
      pair: api,
      info: 'authShareUpload',
      context: sealContext({ appId, userId, walletId }),
    })
    const sealed_recovery_key = await recovery.storeKey(walletId, root, body)
    const receipt = crypto.randomUUID()
    root.generations.set(body.generation_id, {
      devicePublicKey: body.device_public_key,
      authShare: toBase64url(authShare),
      encryptedRecoveryShare: body.encrypted_recovery_share,
      recoveryKeyId: body.recovery_key_id,
      next: undefined,
      receipt,
      isActive: false,
      isReadBack: false,
    })
    const { encrypted_recovery_share } = body
    return { state: 'stored', receipt, sealed_recovery_key, encrypted_recovery_share }
  }
  const checked = async (
    { userId, walletId }: { userId: string; walletId: string },
    accounts: Body<'addAccounts'>['accounts'],
  ) =>
    Promise.all(
      accounts.map(async ({ proof, ...account }) => {
        if (!isEmbeddedChain(account.chain_type)) {
          throw new Refusal('invalid_data')
        }
        const { chain_type: chainType, wallet_index: walletIndex, address } = account
        const publicKey = account.public_key
        const chain = await loadChain[chainType]()
        const message = accountProofMessage({
          appId,
          userId,
          walletId,
          chainType,
          walletIndex,
          address,
        })
        const signature = fromBase64url(proof)
        if (!chain.verifyProof({ address, publicKey, message, signature }))
          throw new Refusal('invalid_data')
        return account
      }),
    )

  const routes: { [N in keyof CustodyRoutes]: (request: Request<N>) => Promise<unknown> } = {
    list: async ({ userId }) => ({ roots: activeRoots(userId).map((each) => wire(...each)) }),
    async create({ userId, body }) {
      const walletId = body.wallet_id
      const imported = body.imported === true
      const accounts = await checked({ userId, walletId }, body.accounts)
      const existing = winnerOver({ userId, imported, accounts })
      if (existing) return { state: 'exists', root: wire(...existing) }
      const root: FakeRoot = {
        userId,
        imported,
        accounts,
        recoveryKeys: new Map(),
        generations: new Map(),
      }
      roots.set(walletId, root)
      return store(walletId, root, body)
    },
    async addGeneration({ userId, params, body }) {
      const walletId = params.wallet_id
      const root = rootOf(userId, walletId)
      const message = generationProofMessage({
        appId,
        userId,
        walletId,
        generationId: body.generation_id,
        shareHashes: body.share_hashes,
        devicePublicKey: body.device_public_key,
      })
      await requireRoot(root, message, body.root_proof)
      return store(walletId, root, body)
    },
    async confirm({ userId, params, body }) {
      const { wallet_id: walletId, generation_id: generationId } = params
      const root = rootOf(userId, walletId)
      const generation = root.generations.get(generationId)
      if (!generation) throw new Refusal('linked_account_not_found', 404)
      const { receipt } = body
      const text = confirmMessage({ appId, userId, walletId, generationId, receipt })
      await requireDevice(generation, text, body.device_signature)
      if (receipt !== generation.receipt) throw new Refusal('invalid_data')
      const winner = winnerOver(root)
      if (winner && winner[0] !== walletId) return { state: 'exists', root: wire(...winner) }
      if (!generation.isActive && !generation.isReadBack) throw new Refusal('invalid_data')
      generation.isActive = true
      const pinned = await recovery.pin(root, { walletId, generation, body })
      return { state: 'active', root: wire(walletId, root), ...pinned }
    },
    async authShare({ userId, params, body }) {
      const { wallet_id: walletId, generation_id: generationId } = params
      const generation = rootOf(userId, walletId).generations.get(generationId)
      if (!generation) throw new Refusal('device_revoked', 403)
      const ephemeralPublicKey = body.ephemeral_public_key
      const owner = { appId, userId, walletId }
      const text = authShareMessage({ ...owner, generationId, ephemeralPublicKey })
      await requireDevice(generation, text, body.device_signature)
      const share = fromBase64url(generation.authShare)
      const sealed = await seal(ephemeralPublicKey, share, {
        info: 'authShare',
        context: sealContext(owner),
      })
      generation.isReadBack = true
      return { sealed_auth_share: sealed }
    },
    recover: ({ userId, accessToken, params, body }) => {
      const root = rootOf(userId, params.wallet_id)
      return recovery.recover(root, { walletId: params.wallet_id, accessToken, body })
    },
    replaceRecoveryKey: ({ userId, params, body }) =>
      recovery.replace(rootOf(userId, params.wallet_id), { params, body }),
    switchRecoveryKey: async ({ userId, params, body }) =>
      recovery.use(rootOf(userId, params.wallet_id), { params, body }),
    async recordExport({ userId, params }) {
      rootOf(userId, params.wallet_id)
      return { success: true }
    },
    async recordRehearsal({ userId, params, body }) {
      const walletId = params.wallet_id
      const root = rootOf(userId, walletId)
      const recoveryKeyId = body.recovery_key_id
      const message = rehearsalProofMessage({ appId, userId, walletId, recoveryKeyId })
      await requireRoot(root, message, body.root_proof)
      return { success: true }
    },
    async addAccounts({ userId, params, body }) {
      const walletId = params.wallet_id
      const root = rootOf(userId, walletId)
      const { accounts, generation_id: generationId } = body
      const generation = root.generations.get(generationId)
      if (!generation?.isActive) throw new Refusal('linked_account_not_found', 404)
      const message = addAccountsMessage({ appId, userId, walletId, generationId, accounts })
      await requireDevice(generation, message, body.device_signature)
      await requireRoot(root, message, body.root_proof)
      for (const account of await checked({ userId, walletId }, body.accounts)) {
        const isKnown = root.accounts.some((each) => each.address === account.address)
        if (!isKnown) root.accounts.push(account)
      }
      return { root: wire(walletId, root) }
    },
  }
  return custody
}
