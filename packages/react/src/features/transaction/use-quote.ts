import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import type { Quote } from './preview.js'

/** What the network says about a transaction: null until it answers. `reload` asks again and keeps the old answer meanwhile. */
export function useQuote(load: () => Promise<Quote>): { quote: Quote | null; reload: () => void } {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [round, setRound] = useState(0)
  const [start] = useState(() => load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let current = true
    void start().then((found) => current && setQuote(found))
    return () => {
      current = false
    }
  }, [start, round])
  return { quote, reload: () => setRound((before) => before + 1) }
}

/** How long a signature that needs nothing from the network waits for what a simulation says. */
const waitMs = 4000

/** Whether the network has had its time to answer, which a transaction that is only signed gives it. */
export function useWaited(): boolean {
  const { client } = useModal().kit
  const [waited, setWaited] = useState(false)
  useEffect(() => runAfter(client, waitMs, () => setWaited(true)), [client])
  return waited
}
