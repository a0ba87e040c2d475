import type { ChainType, FrameEvent, frameEvents } from '@sallyport/contract'
import type * as z from 'zod/mini'
import type { Asked, Handlers } from '../protocol/handler.js'
import type { Confirmer, SigningRequest } from './confirmer.js'

type Data<E extends FrameEvent> = z.output<(typeof frameEvents)[E]['data']>

/**
 * Which events sign what the page gives, and for which chain; null for the others. Complete by type: a new event has to
 * say whether it signs.
 */
const signedChain: { readonly [E in FrameEvent]: ((data: Data<E>) => ChainType) | null } = {
  'privy:iframe:ready': null,
  'privy:wallet:create': null,
  'privy:wallets:create': null,
  'privy:wallets:add': null,
  'privy:wallets:connect': null,
  'privy:wallets:recover': null,
  'privy:wallets:rpc': ({ chainType }) => chainType,
  'privy:wallet:connect': null,
  'privy:wallet:recover': null,
  'privy:wallet:rpc': () => 'ethereum',
  'privy:solana-wallet:create': null,
  'privy:solana-wallet:create-additional': null,
  'privy:solana-wallet:connect': null,
  'privy:solana-wallet:recover': null,
  'privy:solana-wallet:rpc': () => 'solana',
  'privy:mfa:clear': null,
  'sallyport:confirm:cancel': null,
}

/** The handlers of an app that enforces wallet screens: nothing is signed before a person approved it in the frame. */
export function guard(handlers: Handlers, load: () => Promise<Confirmer>): Handlers {
  let confirmer: Promise<Confirmer> | undefined
  const loaded = () => {
    confirmer ??= load().catch((error: unknown) => {
      // The next request tries again; this one is not signed.
      confirmer = undefined
      throw error
    })
    return confirmer
  }
  const guarded = Object.entries(signedChain).map(([event, chainOf]) => {
    // Handler and chain come from the same row; TypeScript cannot follow that through the entries.
    const handle = handlers[event as FrameEvent] as (data: unknown, asked: Asked) => unknown
    if (!chainOf) return [event, handle]
    const read = chainOf as (data: unknown) => ChainType
    return [
      event,
      async (data: Omit<SigningRequest, 'chainType'>, asked: Asked) => {
        const { accessToken, request } = data
        const question = { accessToken, request, chainType: read(data) }
        await (await loaded()).confirm(question, asked)
        return handle(data, asked)
      },
    ]
  })
  return {
    ...(Object.fromEntries(guarded) as Handlers), // one entry per event, as in `signedChain`
    'privy:mfa:clear': async (data, asked) => {
      await ifLoaded((each) => each.refuseUser(data.userId ?? null))
      return handlers['privy:mfa:clear'](data, asked)
    },
    'sallyport:confirm:cancel': async ({ requestId }) => {
      await ifLoaded((each) => each.cancel(requestId))
      return {}
    },
  }

  async function ifLoaded(run: (confirmer: Confirmer) => void): Promise<void> {
    const asking = await confirmer?.catch(() => undefined)
    if (asking) run(asking)
  }
}
