import type { api } from '@sallyport/contract'
import { readReset } from '../../db/factor-resets.js'
import type { Deps } from '../../deps.js'
import { hourMs, perNetwork, perUser, type Spender } from '../../http/budgets.js'
import type { Endpoint, Handler, UserCaller } from '../../http/implement.js'
import { cancelReset, cancelResetByLink, startReset } from '../../identity/factor-reset.js'

type Routes = typeof api.mfa
type Resetting = 'resetState' | 'resetInit' | 'resetCancel' | 'resetCancelByLink'

const budgets = (_request: unknown, spender: Spender) => [
  perUser('mfa-resets', spender, { points: 20, windowMs: hourMs }),
]
const secondsOf = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))

/** The reset of lost factors. */
export function resetRoutes(deps: Deps): {
  [N in Resetting]: Endpoint<Routes[N]> | Handler<Routes[N]>
} {
  return {
    resetState: async ({ caller }) => ({ due_at: await readDue(deps, caller) }),
    resetInit: {
      budgets,
      handle: async ({ caller, request }) => ({
        due_at: secondsOf(await startReset(deps, { ...caller, device: request.device })),
      }),
    },
    resetCancel: {
      budgets,
      handle: async ({ caller: { app, userId } }) => {
        await cancelReset(deps, { appId: app.id, userId })
        return { due_at: null }
      },
    },
    resetCancelByLink: {
      budgets: (_request, spender) => [perNetwork('mfa-reset', spender)],
      handle: async ({ body: { token } }) => {
        await cancelResetByLink(deps, token)
        return { success: true }
      },
    },
  }
}

async function readDue({ db }: Deps, { app, userId }: UserCaller): Promise<number | null> {
  return secondsOf(await readReset(db, { appId: app.id, userId }))
}
