/** The last work of each subject, by what they share: the database of a running program. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Does work about one subject after the other, in the order in which it was asked for. Transactions that lock the same row then wait
 * here and not in the database, where each would hold a connection and all but the first would run into its deadline.
 *
 * @param of.shared  What the queue belongs to.
 */
export async function inTurn<T>(
  { shared, subject }: { shared: object; subject: string },
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(shared) ?? new Map<string, Promise<unknown>>()
  queues.set(shared, queue)
  const before = queue.get(subject) ?? Promise.resolve()
  const mine = before.then(work, work)
  queue.set(subject, mine)
  try {
    return await mine
  } finally {
    if (queue.get(subject) === mine) queue.delete(subject)
  }
}
