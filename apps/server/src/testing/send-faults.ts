import { createTestKit, type TestKit } from '@sallyport/testing'
import { type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { privateKeyToAccount } from 'viem/accounts'
import { apiSchema } from '../db/connect.js'
import type { WalletTransactionRow } from '../db/wallet-transactions.js'
import type { Deps } from '../deps.js'
import { callWallet } from '../features/wallet-actions/rpc.js'
import { oncePerKey } from '../http/once-per-key.js'
import { rpcBroadcast } from '../ports/broadcast.js'
import { trackTransactions } from '../wallet-api/send/track.js'
import { serverShareContext } from '../wallet-api/share.js'
import { createFaultyNode, type NodeFault } from './faulty-node.js'
import { type Stop, Stopped, stoppingProcess } from './stopping-deps.js'

const caip2 = 'eip155:31337'
/** A process that has stopped holds a lane and a key for so long. */
const leaseMs = 61_000
const recipient = `0x${'ab'.repeat(20)}`

/** Faults of one send: where the process stops, where the one after it does, and what the node does with what it is sent. */
export interface Faults {
  first: Stop | null
  second?: Stop | null
  node?: NodeFault | undefined
  /** Whether the client asks again, or only the server goes on by itself. */
  isAskedAgain: boolean
  /** Whether the block of it is undone once. */
  isUndone?: boolean
}

/** What has become of a send after all faults. */
export interface Fate {
  row: WalletTransactionRow | undefined
  /** Hashes of what was carried out for it. */
  executed: string[]
  /** Different bytes that the node was ever sent for it. */
  bytes: number
  /** Awaits of the first process. */
  steps: number
}

/** A server whose signer and chain are in the test's process, so that a fault costs milliseconds. */
export async function createFaultWorld() {
  const node = createFaultyNode()
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const kit = await createTestKit({
    deps: {
      signer: createSigner(account),
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        (url, init) => node.fetch(url, init),
      ),
    },
  })
  const pool = new pg.Pool({
    connectionString: kit.databaseUrl,
    options: `-c search_path=${apiSchema}`,
    types: { getTypeParser: bigintAsNumber as typeof pg.types.getTypeParser },
  })
  const caller = await createCaller(kit, account.address)
  const process = (stop: Stop | null) =>
    stoppingProcess(kit.deps, { pool: pool as unknown as PostgresPool, stop }) // The same calls are used of both.
  let value = 0n

  /** Sends once, among faults, and goes on until nothing changes any more. */
  const send = async (faults: Faults): Promise<Fate> => {
    value += 1n
    const mine = value
    if (faults.node) node.failNext(faults.node)
    const first = process(faults.first)
    await survive(caller.ask(first.deps, mine))
    kit.clock.advance(leaseMs)
    const second = process(faults.second ?? null)
    await survive(
      faults.isAskedAgain ? caller.ask(second.deps, mine) : trackTransactions(second.deps),
    )
    kit.clock.advance(leaseMs)
    const third = process(null)
    if (faults.isAskedAgain) await survive(caller.ask(third.deps, mine))
    await settle(third.deps, { value: mine, isUndone: faults.isUndone === true })
    return {
      row: await caller.find(mine),
      executed: node.executed(mine),
      bytes: new Set(node.heard(mine)).size,
      steps: first.steps(),
    }
  }
  const settle = async (deps: Deps, of: { value: bigint; isUndone: boolean }) => {
    for (let round = 0; round < rounds; round += 1) {
      kit.clock.advance(3_000)
      await trackTransactions(deps)
      const row = await caller.find(of.value)
      if (row === undefined || row.settled_at !== null) return
      // What was not signed is given up.
      if (row.signed === null) kit.clock.advance(2 * leaseMs)
      if (round === 1 && of.isUndone) node.undo()
      else node.mine()
    }
  }
  return {
    send,
    close: async () => {
      await pool.end()
      await kit.close()
    },
  }
}

/** More blocks than a transaction needs to be final. */
const rounds = 10

/** As `connectDb` reads them. */
const bigintAsNumber = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

/** The app's back end, with one wallet. */
async function createCaller({ db, deps, clock, appId }: TestKit, address: string) {
  const named = { app_id: appId, wallet_id: 'a'.repeat(24) }
  const context = serverShareContext(named)
  await db
    .insertInto('server_wallet')
    .values({
      ...named,
      ...{ state: 'active', chain_type: 'ethereum', address, address_key: address },
      ...{ additional_signers: '[]', policy_ids: '[]', created_at: clock.nowMs() },
      api_share: Buffer.from(deps.keyEncryption.shares.seal(new Uint8Array(32), context)),
    })
    .execute()
  const row = await db.selectFrom('server_wallet').selectAll().executeTakeFirstOrThrow()
  const app = await deps.apps.find(appId)
  if (app === undefined) throw new Error('The app of the kit is gone')
  return {
    /** Asks for a send of so many wei, with a key of its own. */
    ask: (of: Deps, value: bigint) => {
      const transaction = { to: recipient, value: `0x${value.toString(16)}` }
      const body = { method: 'eth_sendTransaction', caip2, params: { transaction } }
      const url = `https://auth.example.com/v1/wallets/${row.wallet_id}/rpc`
      const key = `send-${value}`
      const signed = {
        ...{ method: 'POST', url, body, signatures: [] },
        ...{ idempotencyKey: key, expiry: undefined },
      }
      const keyed = { appId, key, request: { url, body }, isKept: () => true }
      return oncePerKey(of, keyed, () => callWallet(of, { app, row, body, signed }))
    },
    /** What was begun for a send of so many wei. */
    find: (value: bigint) =>
      db
        .selectFrom('wallet_transaction')
        .selectAll()
        .where(
          sql<boolean>`signed_by #>> '{request,body,params,transaction,value}' = ${`0x${value.toString(16)}`}`,
        )
        .executeTakeFirst(),
  }
}

async function survive(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Stopped) && !isRefusal(error)) throw error
  }
}

/** A refusal that a client sees, and may ask again after. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ApiError'
}

/** A signer that signs one request with the same numbers each time, as the real one does. */
function createSigner(account: ReturnType<typeof privateKeyToAccount>): Deps['signer'] {
  const answered = new Map<string, Record<string, string>>()
  const call = async (name: string, given: object) => {
    if (name === 'readWalletSettings')
      return { settings: { confirmations: 2, replace_after_seconds: null } }
    // The API's own input.
    const { request, filled = [] } = given as {
      request: { body: Record<string, never>; headers: Record<string, string> }
      filled?: Record<string, string>[]
    }
    const key = request.headers['privy-idempotency-key'] ?? ''
    const numbers = answered.get(key) ?? filled[0] ?? {}
    answered.set(key, numbers)
    const { transaction } = request.body.params as unknown as {
      transaction: { to: `0x${string}`; value: string }
    }
    const signed = await account.signTransaction({
      ...{ type: 'eip1559', to: transaction.to, value: BigInt(transaction.value) },
      ...{ chainId: 31_337, nonce: Number(numbers.nonce), gas: BigInt(numbers.gas_limit ?? 0) },
      maxFeePerGas: BigInt(numbers.max_fee_per_gas ?? 0),
      maxPriorityFeePerGas: BigInt(numbers.max_priority_fee_per_gas ?? 0),
    })
    return { data: { signed_transaction: signed, encoding: 'rlp' }, filled: [numbers] }
  }
  // One call stands for those that sends make.
  return { call } as Deps['signer']
}
