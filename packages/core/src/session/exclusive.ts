import type { Environment } from '../environment.js'
import type { Locks } from '../types.js'

const leaseMs = 45_000
const settleMs = 20
const pollMs = 50
/** Tabs are processes of their own: a lock can reach the next one before what its holder stored does. */
const storageDelayMs = 200

/**
 * What `work` gives, while no other tab of this origin runs work of the same name. Web Locks where the browser has them,
 * else a lease in storage, which a closed tab frees after 45 s.
 */
export async function exclusively<T>(
  environment: Environment,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (environment.locks) return holdLock(environment.locks, name, work, environment.clock)
  const { storage, clock, randomBytes } = environment
  const key = `sallyport:lease:${name}`
  const owner = Array.from(randomBytes(8)).join('.')
  const holds = () => readLease(storage.get(key))?.owner === owner
  while (true) {
    const lease = readLease(storage.get(key))
    if (!lease || lease.untilMs < clock.nowMs()) {
      storage.set(key, { owner, untilMs: clock.nowMs() + leaseMs })
      // Two tabs may write at once: the last one wins, and both see who after a moment.
      await clock.wait(settleMs)
      if (holds()) break
    }
    await clock.wait(pollMs)
  }
  try {
    return await work()
  } finally {
    if (holds()) storage.remove(key)
  }
}

/**
 * What `work` gives, as soon as it does; the lock is kept until the other tabs see what `work` stored. Browsers that block the
 * page's storage refuse locks too: the tabs then share no session either, and `work` runs without one.
 */
function holdLock<T>(
  locks: Locks,
  name: string,
  work: () => Promise<T>,
  clock: Environment['clock'],
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const run = async () => {
      isHeld = true
      await work().then(resolve, reject)
      await clock.wait(storageDelayMs)
    }
    const request = async () => locks.request(name, run)
    request().catch((error) => (isHeld ? reject(error) : work().then(resolve, reject)))
  })
}

function readLease(value: unknown): { owner: string; untilMs: number } | null {
  if (!value || typeof value !== 'object' || !('owner' in value) || !('untilMs' in value)) {
    return null
  }
  const { owner, untilMs } = value
  return typeof owner === 'string' && typeof untilMs === 'number' ? { owner, untilMs } : null
}
