import { busyMs, LimitReached } from './call-refused.js'

/** Most work that waits for its turn, about one subject and in all. An API process has 64 requests open on its connection. */
interface TurnLimits {
  perSubject: number
  inAll: number
}
const defaultLimits: TurnLimits = { perSubject: 64, inAll: 256 }

/** An API process gives a call up after five seconds: what waits for longer would be done for a caller who is gone. */
const defaultTurnTimeoutMs = 3_500

/** For how long a call may wait for its turns in all. Default: 3,500 ms. */
export interface TurnTimeout {
  turnTimeoutMs?: number | undefined
}

interface Queue {
  /** The end of the last work of each subject. */
  last: Map<string, Promise<unknown>>
  waiting: Map<string, number>
  waitingInAll: number
}

/** By what they share: the database of a running program. */
const queues = new WeakMap<object, Queue>()

/** Until when a call that begins now may wait for its turns. */
export function turnDeadline({ turnTimeoutMs = defaultTurnTimeoutMs }: TurnTimeout = {}): number {
  return performance.now() + turnTimeoutMs
}

/** Takes the turns of several subjects, one after the other, and then does the work. */
export async function inTurns<T>(
  { subjects, ...turn }: { shared: object; subjects: readonly string[]; until: number },
  work: () => Promise<T>,
): Promise<T> {
  const [subject, ...others] = subjects
  if (subject === undefined) return work()
  return inTurn({ ...turn, subject }, () => inTurns({ ...turn, subjects: others }, work))
}

/**
 * Does work about one subject after the other, in the order in which it was asked for. Transactions that lock the same row then wait
 * here and not in the database, where each would hold a connection and all but the first would run into its deadline.
 *
 * @param of.shared  What the queue belongs to.
 * @param of.until  `turnDeadline` of the call that the work is part of.
 * @throws LimitReached when too much waits already, or the turn does not come in time; the work is not begun then.
 */
export async function inTurn<T>(
  { shared, subject, until }: { shared: object; subject: string; until: number },
  work: () => Promise<T>,
  limits: TurnLimits = defaultLimits,
): Promise<T> {
  const queue = queues.get(shared) ?? { last: new Map(), waiting: new Map(), waitingInAll: 0 }
  queues.set(shared, queue)
  const before = queue.last.get(subject)
  const turn = before === undefined ? undefined : waitFor(queue, { subject, until, before, limits })
  const mine = turn === undefined ? work() : turn.then(work)
  // The next one waits for all before it, also where this one gave up waiting.
  const end = Promise.allSettled(before === undefined ? [mine] : [before, mine])
  queue.last.set(subject, end)
  void end.then(() => {
    if (queue.last.get(subject) === end) queue.last.delete(subject)
  })
  return mine
}

/** Ends when `before` has; throws at once or after a while when that takes too long. */
function waitFor(
  queue: Queue,
  {
    subject,
    until,
    before,
    limits,
  }: { subject: string; until: number; before: Promise<unknown>; limits: TurnLimits },
): Promise<void> {
  const own = queue.waiting.get(subject) ?? 0
  if (own >= limits.perSubject || queue.waitingInAll >= limits.inAll) throw new LimitReached(busyMs)
  queue.waiting.set(subject, own + 1)
  queue.waitingInAll += 1
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const leftMs = Math.max(0, until - performance.now())
    timer = setTimeout(() => reject(new LimitReached(busyMs)), leftMs)
  })
  return Promise.race([before.then(() => {}), late]).finally(() => {
    clearTimeout(timer)
    const left = (queue.waiting.get(subject) ?? 1) - 1
    if (left === 0) queue.waiting.delete(subject)
    else queue.waiting.set(subject, left)
    queue.waitingInAll -= 1
  })
}
