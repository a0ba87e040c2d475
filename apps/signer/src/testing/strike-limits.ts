import { consentLimitId } from '../policy/consent-policy.js'
import { walletScopeKey } from '../policy/count-request.js'
import { placeOfWindow } from '../policy-rows/spend.js'
import { keptOf, totalOf, type WindowRecord } from '../policy-rows/spending-window.js'
import { openJson } from '../rows/row-versions.js'
import { signerCipher } from '../signer-cipher.js'
import type { LimitedKind } from './limited-requests.js'
import { createMortalSigner, type LineAnswer, type MortalSigner } from './mortal-signer.js'
import type { ServerWallets } from './server-wallets.js'
import { type SignerWorld, testPolicy, testRecipient } from './signer-world.js'

/*
 * Two APIs ask two signers for more than a limit allows, while signers end at every one of their waits and APIs lose answers. What left
 * the signers is added up by its own account.
 */

const dayMs = 86_400_000
/** Units that a limit allows, and requests of a round, of one to three units each: more than that. */
const mostUnits = 20
const requestsOfRound = 30

/** A request that two APIs may send, again with the same name. */
interface Asked {
  units: number
  call: string
  input: object
}

/** What is asked of the signers, and what a limit says of it. */
export interface Target {
  most: bigint
  unit: bigint
  isCount: boolean
  /** Whether the same request again takes nothing more. */
  isKeyed: boolean
  ask(at: number, units: number): Omit<Asked, 'units'>
  limitId: string
  scopeKey: string
}

/** What came of the faults. */
export interface Struck {
  faults: number
  /** Where signers have ended, and how often. */
  points: ReadonlyMap<string, number>
  signed: number
  refused: number
  /** Sentences about what must not be. */
  violations: string[]
}

/** Requests of server wallets under a limit. */
export async function walletTarget(
  kind: LimitedKind & { isKeyed?: boolean },
  app: ServerWallets,
): Promise<Target> {
  const { isCount = false, isKeyed = true, make, unit } = kind
  const { limitId, wallets, bodyOf } = await make(app, mostUnits)
  return {
    ...{ limitId, scopeKey: 'app', most: BigInt(unit * mostUnits), unit: BigInt(unit) },
    ...{ isCount, isKeyed },
    ask: (at, units) => {
      const wallet = wallets[at % wallets.length]
      if (!wallet) throw new Error('No wallet')
      const { walletId, apiShare } = wallet
      const request = app.signed(
        {
          path: `wallets/${walletId}/rpc`,
          body: bodyOf(at, wallet, units),
          ...(isKeyed && { headers: { 'privy-idempotency-key': `request ${at}` } }),
        },
        [],
      )
      return { call: 'signWithWallet', input: { appId: app.appId, walletId, apiShare, request } }
    },
  }
}

/** Requests of a delegated wallet, whose user allows so much a day. */
export async function consentTarget(world: SignerWorld): Promise<Target> {
  const transactions = {
    ...{ chainIds: ['31337'], recipients: [testRecipient] },
    mostWeiPerDay: String(mostUnits * 9),
  }
  const wallet = await world.delegated({ policy: { ...testPolicy, transactions } })
  const { consentId } = wallet.consent
  return {
    ...{ limitId: consentLimitId('wei'), scopeKey: walletScopeKey(consentId) },
    ...{ most: BigInt(mostUnits * 9), unit: 9n, isCount: false, isKeyed: true },
    ask: (at, units) => {
      const fees = { gas_limit: 21_000, max_fee_per_gas: 0, max_priority_fee_per_gas: 0 }
      const to = { type: 2, to: testRecipient, chain_id: 31337, data: '0x' }
      const transaction = { ...to, ...fees, nonce: at, value: 9 * units }
      const body = { method: 'eth_signTransaction', params: { transaction } }
      return { call: 'signRequest', input: world.signedRequest(wallet, body) }
    },
  }
}

/**
 * Asks for more than the limit allows, round after round, until so many faults have struck.
 *
 * @param random  Numbers from 0 to 1.
 */
export async function strikeLimit(
  target: Target,
  { world, faults, random }: { world: SignerWorld; faults: number; random: () => number },
): Promise<Struck> {
  const points = new Map<string, number>()
  const struck = { faults: 0, signed: 0, refused: 0, violations: [] as string[] }
  /** Units that left a signer with a signature, by request. */
  const left = new Map<object, Asked>()
  let asked = new Map<object, Asked>()
  const options = {
    ...{ config: world.config, clock: world.clock },
    onDeath: (point: string) => {
      struck.faults += 1
      points.set(point, (points.get(point) ?? 0) + 1)
    },
    onAnswer: (input: object, { output }: LineAnswer) => {
      const of = asked.get(input)
      if (output && of) left.set(input, of)
    },
  }
  const signers = await Promise.all([1, 2].map(() => createMortalSigner(options)))
  for (let round = 0; struck.faults < faults; round += 1) {
    world.clock.ms += 2 * dayMs
    left.clear()
    const requests = Array.from({ length: requestsOfRound }, (_, at) => {
      const units = target.isCount ? 1 : 1 + Math.floor(random() * 3)
      return { ...target.ask(round * requestsOfRound + at, units), units }
    })
    asked = new Map(requests.map((each) => [each.input, each]))
    const queue = [...requests]
    const refused: Asked[] = []
    // Two APIs with two requests open each.
    const api = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const outcome = await settle(next, { signers, random, isKeyed: target.isKeyed })
        if (outcome === 'policy_violation') refused.push(next)
        else if (outcome !== 'signed' && outcome !== 'given up') struck.violations.push(outcome)
      }
    }
    await Promise.all([api(), api(), api(), api()])
    const taken = await takenOf(target, world)
    struck.signed += left.size
    struck.refused += refused.length
    struck.violations.push(
      ...violationsOf({ target, taken, left, refused }).map((text) => `round ${round}: ${text}`),
    )
  }
  for (const signer of signers) await signer.close()
  return { ...struck, points }
}

/** Statements, seals and answers of one request, about. */
const waitsOfRequest = 70

/** Sends a request until it is answered, to either signer; sometimes gives up after its signer has ended. */
async function settle(
  { call, input }: Asked,
  {
    signers,
    random,
    isKeyed,
  }: Pick<Target, 'isKeyed'> & { signers: readonly MortalSigner[]; random: () => number },
): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const signer = signers[random() < 0.5 ? 0 : 1]
    if (!signer) throw new Error('No signer')
    if (random() < 0.8) {
      const when = (['before', 'during', 'after'] as const)[Math.floor(random() * 3)] ?? 'after'
      signer.arm({ at: 1 + Math.floor(random() * waitsOfRequest), when })
    }
    const answer = await signer.ask(call, input)
    if (answer === undefined) {
      if (random() < 0.15) return 'given up'
      continue
    }
    const { output, error } = answer
    if (output) {
      // An API that ends before it has told its client: another one asks again under the same name.
      if (isKeyed && random() < 0.1) continue
      return 'signed'
    }
    // A statement that a signer's end has held up.
    if (error?.code !== 'internal_error' && error?.code !== 'too_many_requests')
      return error?.code ?? 'neither answered nor refused'
  }
  return 'asked 50 times in vain'
}

/** What the limit's window holds, by the signer's own record. */
async function takenOf(
  { limitId, scopeKey }: Target,
  { admin, config, clock }: SignerWorld,
): Promise<bigint> {
  // What an ended signer has still under way is over when its lock is.
  const { rows } = await admin.query<{ record: Buffer | null }>(
    `select record from sallyport_delegate.spending_window where limit_id = $1 and scope_key = $2 for share`,
    [limitId, scopeKey],
  )
  const record = rows[0]?.record
  if (!record) return 0n
  const place = placeOfWindow({ limitId, scopeKey })
  const window = await openJson<WindowRecord>(record, place, signerCipher(config.keks))
  return totalOf(keptOf(window, { windowMs: dayMs, nowMs: clock.nowMs() }))
}

function violationsOf(of: {
  target: Target
  taken: bigint
  left: ReadonlyMap<object, Asked>
  refused: readonly Asked[]
}): string[] {
  const { target, taken, left, refused } = of
  const { most, unit } = target
  const signed = [...left.values()].reduce((sum, { units }) => sum + BigInt(units) * unit, 0n)
  return [
    ...(signed > most ? [`${signed} was signed of ${most}`] : []),
    ...(taken > most ? [`${taken} was taken of ${most}`] : []),
    ...(taken < signed ? [`${signed} was signed and ${taken} taken`] : []),
    ...refused
      .filter(({ units, input }) => taken + BigInt(units) * unit <= most && !left.has(input))
      .map(({ units }) => `${units} units were refused at ${taken} of ${most}`),
  ]
}
