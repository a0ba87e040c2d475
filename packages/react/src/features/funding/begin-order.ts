import type { SallyportClient } from '@sallyport/core'
import type { Funding, FundingOrder, FundingWay } from '../../flow/funding-data.js'
import { orderAtCoinbase } from './coinbase.js'
import { orderAtMoonpay } from './moonpay.js'
import { keepOrder, newOrder } from './order-store.js'
import { openPaymentWindow } from './payment-window.js'
import { readUnits } from './read-units.js'

/** The browser did not let a window open. */
export class WindowBlocked extends Error {
  override readonly name = 'WindowBlocked'
}

/**
 * Begins a payment, and keeps it before money can move. A provider's page is opened in a window: to be called while a press is
 * handled, or the browser blocks it.
 *
 * @throws WindowBlocked; ApiError and others as `orderAtMoonpay` and `orderAtCoinbase`.
 */
export async function beginOrder(
  client: SallyportClient,
  { funding, way }: { funding: Funding; way: FundingWay },
): Promise<FundingOrder> {
  if (way.kind === 'wallet') {
    const { source } = way
    const kind = source.type === funding.network.type ? 'transfer' : 'bridge'
    return keep(
      client,
      newOrder(client, { kind, funding, source, before: await unitsNow(client, funding) }),
    )
  }
  const opened = openPaymentWindow()
  if (!opened) throw new WindowBlocked()
  try {
    const before = await unitsNow(client, funding)
    const { order, pageUrl } =
      way.kind === 'moonpay'
        ? await orderAtMoonpay(client, { funding, before }).then((order) => ({
            order,
            pageUrl: order.pageUrl ?? '',
          }))
        : await orderAtCoinbase(client, { funding, before })
    keep(client, order)
    opened.show(pageUrl)
    return order
  } catch (error) {
    opened.close()
    throw error
  }
}

function keep(client: SallyportClient, order: FundingOrder): FundingOrder {
  keepOrder(client, order)
  begun.add(order.id)
  return order
}

const begun = new Set<string>()

/** Whether a payment was begun by this page: after a reload it is not known whether its wallet was asked. */
export function wasBegunHere({ id }: FundingOrder): boolean {
  return begun.has(id)
}

/** What the wallet holds before; null when the network does not say. */
export async function unitsNow(client: SallyportClient, funding: Funding): Promise<string | null> {
  try {
    return String(await readUnits(client, funding))
  } catch {
    return null
  }
}
