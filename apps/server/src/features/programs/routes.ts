import { api } from '@sallyport/contract'
import { listProgramGrants } from '../../db/program-grants.js'
import { denyRequest } from '../../db/program-requests.js'
import { take } from '../../db/rate-limits.js'
import type { Deps } from '../../deps.js'
import {
  type Budget,
  bucketsOf,
  dayMs,
  hourMs,
  minuteMs,
  perNetwork,
  perUser,
  refuseWhenExhausted,
  type Spender,
} from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { networkOf } from '../../http/network.js'
import { actForProgram, type CallWithHalf, fillForProgram, readBalance } from './act.js'
import { requirePrograms } from './app-of.js'
import { authorizeProgram, redeemDeviceCode } from './authorize.js'
import { allowProgram, openProgramConsent, type RequireAddress } from './consent.js'
import { endProgram } from './end.js'
import { requireOpenRequest } from './find-request.js'
import { requireProgram } from './program-caller.js'
import { toWireGrant, toWireGrants } from './to-wire.js'

/** Programs that ask: of one network, and of all for one app. */
const asking = (appId: string, spender: Spender): Budget[] => [
  { name: 'programs-network', of: networkOf(spender.ip), points: 60, windowMs: hourMs },
  { name: 'programs-app', of: appId, points: 3_000, windowMs: hourMs, isShared: true },
]

const typed = (spender: Spender): Budget => ({
  name: 'program-codes-network',
  of: networkOf(spender.ip),
  ...{ points: 20, windowMs: 10 * minuteMs },
})

/**
 * Codes that are typed. A code is one of 2.56 × 10¹⁰: with 5,000 guesses an hour, one that finds one of a thousand programs takes half a year.
 * Who finds one reads what it asks for, and can offer it a wallet of their own. A smaller number would let few strangers close the page to everyone.
 */
const guesses = (_request: unknown, spender: Spender): Budget[] => [
  typed(spender),
  { name: 'program-codes-app', of: '', points: 5_000, windowMs: hourMs, isShared: true },
]

/** Decisions of one user. What strangers guess does not count here. */
const decisions = (_request: unknown, spender: Spender): Budget[] => [
  typed(spender),
  perUser('programs', spender, { points: 60, windowMs: dayMs }),
]

/** Calls of programs, before it is known whose they are. */
const calls = (_request: unknown, spender: Spender): Budget[] => [perNetwork('programs', spender)]

/** The program that has signed a call. Only what it has signed counts as its own: others can name its wallet, too. */
async function readProgram(deps: Deps, asked: Parameters<typeof requireProgram>[1]) {
  const caller = await requireProgram(deps, asked)
  const ofOne = { name: 'program-calls', of: caller.row.grant_id, points: 300, windowMs: minuteMs }
  const buckets = bucketsOf(caller.app.id, [ofOne])
  refuseWhenExhausted(await take(deps.db, buckets, deps.clock.nowMs()))
  return caller
}

/** How programs ask for access, users give and end it, and programs act by it (docs/features/agents.md). */
export function programRoutes(
  deps: Deps,
  { call, requireAddress }: { call: CallWithHalf; requireAddress: RequireAddress },
): Implementation[] {
  const named = { deps, requireAddress }
  return implement(api.programs, {
    authorize: {
      budgets: ({ body }, spender) => asking(body.client_id, spender),
      handle: ({ body, request }) => authorizeProgram(deps, body, request.spender.ip),
    },
    token: {
      budgets: (_request, spender) => [perNetwork('programs', spender)],
      handle: ({ body, request }) => redeemDeviceCode(deps, body, request.spender.ip),
    },
    status: {
      budgets: calls,
      handle: async (asked) => ({
        grant: await toWireGrant(deps, (await readProgram(deps, asked)).row),
      }),
    },
    balance: {
      budgets: calls,
      handle: async (asked) => readBalance(deps, await readProgram(deps, asked), asked.body),
    },
    fill: {
      budgets: calls,
      handle: async (asked) => fillForProgram(deps, await readProgram(deps, asked), asked.body),
    },
    rpc: {
      budgets: calls,
      handle: async (asked) => {
        const { body, request } = asked
        const acting = { body, signed: request.signed, call }
        return actForProgram(deps, await readProgram(deps, asked), acting)
      },
    },
    ...pageRoutes(named),
    list: async ({ caller }) => {
      const owner = { appId: caller.app.id, userId: caller.userId }
      const rows = await listProgramGrants(deps.db, { ...owner, nowMs: deps.clock.nowMs() })
      return { grants: await toWireGrants(deps, rows) }
    },
    end: async ({ caller, params, request: { device } }) => {
      await endProgram(deps, caller, { grantId: params.grant_id, device })
      return { success: true }
    },
  })
}

/** What the page calls on which users decide. */
function pageRoutes({ deps, requireAddress }: { deps: Deps; requireAddress: RequireAddress }) {
  const { describe, refuse, openConsent, allow } = api.programs
  const group = { describe, refuse, openConsent, allow }
  type Handlers = Parameters<typeof implement<typeof group>>[1]
  return {
    describe: {
      budgets: guesses,
      handle: async ({ caller: { app }, body }) => {
        requirePrograms(deps, app)
        const row = await requireOpenRequest(deps, { appId: app.id, userCode: body.user_code })
        return {
          client_name: row.name,
          public_key: row.public_key,
          // Parsed by the schema of the answer.
          asked: JSON.parse(row.asked),
          expires_at: Math.floor(row.expires_at / 1000),
        }
      },
    },
    refuse: {
      budgets: guesses,
      handle: async ({ caller: { app }, body }) => {
        requirePrograms(deps, app)
        const row = await requireOpenRequest(deps, { appId: app.id, userCode: body.user_code })
        await denyRequest(deps.db, { appId: app.id, deviceCodeHash: row.device_code_hash })
        return { success: true }
      },
    },
    openConsent: {
      terms: 'accepted',
      budgets: decisions,
      handle: async ({ caller, body }) => ({
        consent: await openProgramConsent(deps, caller, { body, requireAddress }),
      }),
    },
    allow: {
      terms: 'accepted',
      budgets: decisions,
      handle: async ({ caller, body, request: { device } }) => {
        await allowProgram(deps, caller, { body, device, requireAddress })
        return { success: true }
      },
    },
  } satisfies Handlers
}
