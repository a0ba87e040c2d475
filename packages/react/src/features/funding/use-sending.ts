import { useEffect, useRef, useState } from 'react'
import type { FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { wasBegunHere } from './begin-order.js'
import { keepOrder } from './order-store.js'

/**
 * Asks the order's wallet once, at the first sight of an order that this page has begun, and keeps what it answers. After a reload
 * nothing is asked by itself: the wallet may have sent already.
 */
export function useSending(order: FundingOrder, send: (order: FundingOrder) => Promise<string>) {
  const { client } = useModal().kit
  const [current, setCurrent] = useState(order)
  const task = useTask(async () => {
    const sent = { ...current, reference: await send(current) }
    keepOrder(client, sent)
    setCurrent(sent)
  })
  const started = useRef(false)
  const isFresh = order.reference === null && wasBegunHere(order)
  useEffect(() => {
    if (!isFresh || started.current) return
    started.current = true
    task.start()
  })
  return { order: current, task, isUnknown: current.reference === null && !isFresh }
}
