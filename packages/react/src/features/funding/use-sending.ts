import { useEffect, useRef, useState } from 'react'
import type { FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { wasBegunHere } from './begin-order.js'
import { keepOrder } from './order-store.js'

/** What this page's wallets answer, by order: a screen that is closed and opened again waits for the same answer. */
const asked = new Map<string, Promise<string>>()

/**
 * Asks the order's wallet once, at the first sight of an order that this page has begun, and keeps what it answers, also when the
 * screen was closed before. After a reload nothing is asked by itself: the wallet may have sent already.
 */
export function useSending(order: FundingOrder, send: (order: FundingOrder) => Promise<string>) {
  const { client } = useModal().kit
  const [current, setCurrent] = useState(order)
  const ask = () => {
    const answer = send(order).then((reference) => {
      keepOrder(client, { ...order, reference })
      return reference
    })
    asked.set(order.id, answer)
    return answer
  }
  const task = useTask(async ({ again }: { again: boolean }) => {
    const running = again ? undefined : asked.get(order.id)
    const reference = await (running ?? ask())
    setCurrent({ ...order, reference })
  })
  const started = useRef(false)
  const isFresh = order.reference === null && wasBegunHere(order)
  useEffect(() => {
    if (!isFresh || started.current) return
    started.current = true
    task.start({ again: false })
  })
  return {
    order: current,
    task,
    retry: () => task.start({ again: true }),
    isUnknown: current.reference === null && !isFresh,
  }
}
