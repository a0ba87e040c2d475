import { useEffect } from 'react'
import type { FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { forgetOrder, keepOrder } from './order-store.js'
import { noteShownOrder } from './shown-order.js'

/** Keeps a payment across reloads of this tab while its screen is shown, and forgets it once its end was shown. */
export function useOpenOrder(order: FundingOrder | null, isOver: boolean): void {
  const { client } = useModal().kit
  useEffect(() => {
    if (order === null) return
    if (isOver) forgetOrder(client, order)
    else keepOrder(client, order)
  }, [client, order, isOver])
  const id = order?.id ?? null
  useEffect(() => {
    if (id === null) return
    noteShownOrder(id)
    // A reload does not run this: the tab then shows the payment again.
    return () => noteShownOrder(null)
  }, [id])
}
