import { api, type DelegationConsent } from '@sallyport/contract'
import { loadChain, seedFromEntropy } from '@sallyport/crypto'
import { rpcBroadcast } from '@sallyport/server'
import {
  type AuthorizationKey,
  authorizationSignature,
  consentBody,
  createAuthorizationKey,
} from './delegated-wallet.js'
import { createInhabitant, type Inhabitant } from './hostile-world.js'
import { createKitWithVault } from './kit-with-vault.js'
import { createTestSigner, type TestSigner } from './test-signer.js'

/** Who may be paid. */
export const recipient = `0x${'ab'.repeat(20)}`
/** What the app asks users for. */
const policy: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: false,
  transactions: { chainIds: ['31337'], recipients: [recipient], mostWeiPerDay: '100000' },
}
const accepts = { eth_sendRawTransaction: { result: '0x' } }

/** The body of a request with a delegated wallet. */
export interface RpcBody extends Record<string, unknown> {
  chain_type: 'ethereum'
  address: string
  method: string
  params?: object
}

export type DelegatedWorld = Awaited<ReturnType<typeof createDelegatedWorld>>

/** An app whose users let its back end act with their wallets, a signer, and a node of network 31337. */
export async function createDelegatedWorld() {
  const key = createAuthorizationKey()
  let signer: TestSigner
  /** What the node was asked, and what it answers by method. */
  const node = {
    sent: [] as { method: string; params: unknown[] }[],
    accepts,
    answers: accepts as Record<string, object>,
  }
  /** Happens between the signer's part of a consent and the API's. */
  const between: { store: (() => Promise<unknown>) | undefined } = { store: undefined }
  const world = await createKitWithVault({
    app: {
      privateSettings: {
        delegated_actions: { authorization_keys: [key.spki], threshold: 1, policy },
        programs: {},
      },
    },
    deps: {
      signer: {
        call: async (name, input) => {
          const output = await signer.call(name, input)
          if (name === 'storeDelegation') await between.store?.()
          return output
        },
      },
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) => {
          const { method, params } = JSON.parse(String(init?.body))
          node.sent.push({ method, params })
          return Response.json(node.answers[method] ?? { result: null })
        },
      ),
    },
  })
  const { kit, vault } = world
  signer = await createTestSigner({ databaseUrl: kit.databaseUrl, clock: kit.clock })
  const calls = callsOf(world, { delegateKey: signer.publicKey, key })
  return {
    ...{ kit, vault, signer, key, policy, node, between, ...calls },
    close: async () => {
      await signer.close()
      await world.close()
    },
  }
}

/** What people do, and what the app's back end asks of the server. */
function callsOf(
  { kit, vault }: Awaited<ReturnType<typeof createKitWithVault>>,
  { delegateKey, key: appKey }: { delegateKey: string; key: AuthorizationKey },
) {
  let origin = ''
  const person = async (email: string) => {
    const who = await createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
    origin = String(who.frame.origin)
    return who
  }
  const open = ({ device, frame }: Inhabitant) => {
    const params = { wallet_id: device.walletId }
    const body = { chain_type: 'ethereum', wallet_index: 0 } as const
    return kit.call(api.delegation.openConsent, { params, body }, frame)
  }
  /** What the frame sends once its user has consented. */
  const consented = async (who: Inhabitant) => {
    const { consent } = (await open(who)).body
    return consentBody(consent, { entropy: who.device.entropy, delegateKey })
  }
  const store = ({ frame }: Inhabitant, body: Awaited<ReturnType<typeof consented>>) =>
    kit.call(api.delegation.delegate, { body }, frame)
  const signatureOf = (
    body: RpcBody,
    {
      key = appKey,
      appId = kit.appId,
      idempotencyKey,
    }: { key?: AuthorizationKey; appId?: string; idempotencyKey?: string | undefined } = {},
  ) => {
    const url = `${origin}/api/v1/wallets/rpc`
    return authorizationSignature({ url, appId, body, idempotencyKey }, key)
  }
  return {
    person,
    open,
    consented,
    store,
    signatureOf,
    delegated: async (who: Inhabitant) => store(who, await consented(who)),
    revoke: ({ session: { token } }: Inhabitant) =>
      kit.call(api.delegatedWallets.revoke, {}, { token }),
    rpc(
      body: RpcBody,
      {
        idempotencyKey,
        signature = signatureOf(body, { idempotencyKey }),
      }: { idempotencyKey?: string; signature?: string } = {},
    ) {
      const headers = {
        'privy-authorization-signature': signature,
        ...(idempotencyKey && { 'privy-idempotency-key': idempotencyKey }),
      }
      return kit.call(api.delegatedWallets.rpc, { body }, { secret: kit.appSecret, headers })
    },
  }
}

/** The first Ethereum address of a person. */
export async function addressOf({ device }: Inhabitant): Promise<string> {
  const chain = await loadChain.ethereum()
  const key = await chain.derivePrivateKey(await seedFromEntropy(device.entropy, crypto.subtle), 0)
  return (await chain.address(key)).address
}

/** A request to sign "hello" with a person's wallet. */
export async function messageRequest(who: Inhabitant) {
  return {
    chain_type: 'ethereum' as const,
    address: await addressOf(who),
    method: 'personal_sign',
    params: { message: 'hello', encoding: 'utf-8' },
  }
}

/** A request to send 1 wei from a person's wallet. */
export async function paymentRequest(who: Inhabitant) {
  const transaction = {
    ...{ type: 2, to: recipient, chain_id: 31337, nonce: 0, value: 1 },
    ...{ gas_limit: 21000, max_fee_per_gas: 1, max_priority_fee_per_gas: 0 },
  }
  return {
    chain_type: 'ethereum' as const,
    address: await addressOf(who),
    method: 'eth_sendTransaction',
    caip2: 'eip155:31337',
    params: { transaction },
  }
}
