import type { SallyportClient } from '@sallyport/core'
import type { Funding, FundingOrder } from '../../flow/funding-data.js'
import { isSameNetwork, networksOf } from './networks.js'
import { shownOrderId } from './shown-order.js'

/** Orders older than this are forgotten: providers give up a payment long before. */
const keptMs = 7 * 24 * 60 * 60 * 1000

interface Kept extends FundingOrder {
  userId: string
}

/** The payments that the user of this client has begun in this browser and has not seen the end of, the newest last. */
function ordersOf(client: SallyportClient): readonly FundingOrder[] {
  const userId = client.state.user?.id
  return allOf(client).filter(
    ({ userId: owner, funding: { network } }) =>
      owner === userId &&
      // One that the page no longer offers cannot be asked.
      networksOf(client, network.type).some((each) => isSameNetwork(each, network)),
  )
}

/** The open payments to a wallet, the newest first. */
export function openOrdersOf(client: SallyportClient, address: string): readonly FundingOrder[] {
  return ordersOf(client)
    .filter(({ funding }) => funding.address === address)
    .reverse()
}

/** The newest open payment to a wallet that the user has not set aside; null when there is none. */
export function openOrderOf(client: SallyportClient, address: string): FundingOrder | null {
  return openOrdersOf(client, address).find(({ isAside }) => !isAside) ?? null
}

/** Keeps an order, in place of what was kept of it before. It is kept before money can move. */
export function keepOrder(client: SallyportClient, order: FundingOrder): void {
  const { user } = client.state
  if (!user) return
  const others = allOf(client).filter(({ id }) => id !== order.id)
  write(client, [...others, { ...order, userId: user.id }])
}

/** Keeps an order whose end is not known while the user pays another way: it stays in the list, and is not shown by itself. */
export function setAside(client: SallyportClient, order: FundingOrder): void {
  keepOrder(client, { ...order, isAside: true })
}

/** Forgets an order whose end the user has seen. */
export function forgetOrder(client: SallyportClient, { id }: Pick<FundingOrder, 'id'>): void {
  write(
    client,
    allOf(client).filter((each) => each.id !== id),
  )
}

/** Keeps a watch of the address, in place of those of the same asset that were begun before. */
export function keepWatch(client: SallyportClient, watch: FundingOrder): void {
  const { address, network, asset } = watch.funding
  const earlier = openOrdersOf(client, address).filter(
    ({ kind, funding }) =>
      kind === 'manual' &&
      isSameNetwork(funding.network, network) &&
      funding.asset.token === asset.token,
  )
  for (const each of earlier) forgetOrder(client, each)
  keepOrder(client, watch)
}

/** An order that begins now. */
export function newOrder(
  { environment }: SallyportClient,
  given: Pick<FundingOrder, 'kind' | 'source' | 'before'> & {
    funding: Funding
    reference?: string | null
    pageUrl?: string | null
  },
): FundingOrder {
  const id = crypto.randomUUID()
  return { reference: null, pageUrl: null, ...given, id, startedAtMs: environment.clock.nowMs() }
}

const keyOf = ({ options }: SallyportClient) => `sallyport:funding:${options.appId}`

function allOf(client: SallyportClient): readonly Kept[] {
  const { storage, clock } = client.environment
  const stored = storage.get(keyOf(client))
  if (!Array.isArray(stored)) return []
  // Written by `write` of this origin; what is not an order is dropped.
  return (stored as Kept[]).filter(
    (each) =>
      typeof each?.userId === 'string' &&
      typeof each.funding?.address === 'string' &&
      clock.nowMs() - each.startedAtMs < keptMs,
  )
}

function write(client: SallyportClient, orders: readonly Kept[]): void {
  const { storage } = client.environment
  if (orders.length === 0) storage.remove(keyOf(client))
  else storage.set(keyOf(client), orders)
}

/** The payment that this tab showed when it was reloaded; null when there was none. */
export function shownOrderOf(client: SallyportClient): FundingOrder | null {
  const id = shownOrderId()
  return ordersOf(client).find((order) => order.id === id) ?? null
}
