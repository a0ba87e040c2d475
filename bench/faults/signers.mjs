/** The programs with keys under test: the recovery vault and the signer. */
import { next } from '../lib/child.mjs'
import { ask } from './child.mjs'

/** By the names of their points. */
export const signerNames = ['vault', 'signer']

/**
 * Keeps one signer running: a killed one is replaced by another that has loaded already.
 *
 * @param start starts a process of it.
 * @param strikes hears of each fault that strikes in it.
 */
export function keepSigner({ start, strikes, offsetMs, isStopping }) {
  const heard = new Set()
  let current
  let spare
  let arming = Promise.resolve()
  let mayRestart = Promise.resolve()
  const load = async () => {
    const child = start()
    child.on('message', (message) => {
      if (message.type === 'point') for (const hear of heard) hear(message.point)
      if (message.type === 'fired') strikes(child, message.fault)
    })
    await next(child, 'ready')
    return child
  }
  const take = async () => {
    const taking = spare ?? load()
    spare = load()
    spare.catch(() => {})
    const child = await taking
    await ask(child, { type: 'clock', offsetMs: offsetMs() }, 'clock-done')
    await ask(child, { type: 'start' }, 'started')
    child.exited.then(() => {
      if (!isStopping()) up = mayRestart.then(take)
    })
    current = child
    return child
  }
  const kill = async (child) => {
    child.isDying = true
    child.kill('SIGKILL')
    await child.exited
  }
  let up = take()
  return {
    /** Who hears of its points. */
    heard,
    /** The process that answers, once it does. */
    get up() {
      return up
    },
    isCurrent: (child) => child === current,
    kill: () => kill(current),
    /** Its next fault; one run has it at a time. */
    arm: (fault) => {
      arming = arming.then(async () => ask(await up, { type: 'arm', fault }, 'arm-done'))
      return arming
    },
    /** Kills it and keeps it away until the returned function is called. */
    withhold: async () => {
      const dying = await up
      let release
      mayRestart = new Promise((resolve) => {
        release = resolve
      })
      await kill(dying)
      return release
    },
    /** Stops it where it is, its socket open; the returned function lets it go on. */
    freeze: async () => {
      const frozen = await up
      frozen.kill('SIGSTOP')
      return () => frozen.kill('SIGCONT')
    },
    stop: () => Promise.allSettled([spare, up]),
  }
}
