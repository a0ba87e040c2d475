import { useEffect, useState } from 'react'
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
