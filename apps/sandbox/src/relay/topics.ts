/** A message on a topic. */
interface RelayMessage {
  topic: string
  /** Ciphertext. */
  message: string
  tag: number
  /** Unix milliseconds. */
  publishedAt: number
}

/** A connection that receives messages. */
export interface Subscriber {
  deliver(message: RelayMessage): void
}

/** Topics of a relay and the messages that wait for a subscriber. */
export interface Topics {
  /** Delivers what waits on the topic, and what is published from now on. */
  subscribe(subscriber: Subscriber, topic: string): void
  unsubscribe(subscriber: Subscriber, topic: string): void
  /** Ends every subscription of a connection. */
  leave(subscriber: Subscriber): void
  /** Delivers to the topic's other subscribers; without any, keeps the message until one comes or its time is over. */
  publish(
    from: Subscriber,
    message: Omit<RelayMessage, 'publishedAt'> & { ttlSeconds: number },
  ): void
  /** Removes and gives what waits on topics. */
  take(topics: readonly string[]): RelayMessage[]
}

/** Messages that wait on one topic; the oldest are dropped. */
const maxWaiting = 50

/** Creates topics without messages. */
export function createTopics({ nowMs }: { nowMs(): number }): Topics {
  const subscribers = new Map<string, Set<Subscriber>>()
  const waiting = new Map<string, (RelayMessage & { expiresAtMs: number; from: Subscriber })[]>()

  const takeWaiting = (topic: string, by?: Subscriber) => {
    const all = (waiting.get(topic) ?? []).filter((each) => each.expiresAtMs > nowMs())
    // A publisher does not get its own messages back.
    const kept = all.filter((each) => each.from === by)
    if (kept.length === 0) waiting.delete(topic)
    else waiting.set(topic, kept)
    return all
      .filter((each) => each.from !== by)
      .map(({ expiresAtMs: _, from: __, ...message }) => message)
  }
  const topics: Topics = {
    subscribe(subscriber, topic) {
      const all = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, all.add(subscriber))
      for (const message of takeWaiting(topic, subscriber)) subscriber.deliver(message)
    },
    unsubscribe(subscriber, topic) {
      const all = subscribers.get(topic)
      all?.delete(subscriber)
      if (all?.size === 0) subscribers.delete(topic)
    },
    leave(subscriber) {
      for (const topic of [...subscribers.keys()]) topics.unsubscribe(subscriber, topic)
    },
    publish(from, { ttlSeconds, ...given }) {
      const message = { ...given, publishedAt: nowMs() }
      const others = [...(subscribers.get(given.topic) ?? [])].filter((each) => each !== from)
      for (const each of others) each.deliver(message)
      if (others.length > 0) return
      const all = waiting.get(given.topic) ?? []
      const expiresAtMs = nowMs() + ttlSeconds * 1000
      waiting.set(given.topic, [...all, { ...message, expiresAtMs, from }].slice(-maxWaiting))
    },
    take: (list) => list.flatMap((topic) => takeWaiting(topic)),
  }
  return topics
}
