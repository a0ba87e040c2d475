import type { Deps } from '../deps.js'
import { pinChangedContacts } from '../identity/vault-contacts.js'
import type { HoldsJob } from '../leases.js'
import { deliverNotices } from './deliver-notices.js'
import { raiseAlarm } from './raise-alarm.js'
import { sealEvents } from './seal-events.js'

const everyMs = 1_000

/**
 * Sends notices, tells the vault of changed addresses and seals the audit log every second, each round after the one before it.
 *
 * @returns A function that stops it and waits for the round that runs.
 */
export function startAuditWork(deps: Deps, holds: HoldsJob): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      const now = holds() ? tasks : []
      round = Promise.all(now.map((task) => attempt(deps, task))).then(schedule)
    }, everyMs)
    timer.unref()
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}

type Task = (deps: Deps) => Promise<void>

const tasks: readonly Task[] = [deliverNotices, pinChangedContacts, sealAndAlarm]

async function sealAndAlarm(deps: Deps): Promise<void> {
  for (const appId of await sealEvents(deps)) {
    await raiseAlarm(deps, { alarm: 'audit_chain_broken', appId })
  }
}

async function attempt(deps: Deps, task: Task): Promise<void> {
  await task(deps).catch((error: unknown) => {
    const reason = error instanceof Error ? error.name : 'unknown'
    deps.logger.warn({ task: task.name, reason }, 'work of the audit log will be tried again')
  })
}
