import { cpus } from 'node:os'

const stepMs = 100
const stepsWanted = 4
const idleShare = 0.9
const patienceMs = 10_000

/**
 * Resolves once this machine has had next to nothing to do for 400 ms, or after 10 s: what was measured last is still being
 * cleared away, and a start that shares the cores with that says little.
 */
export async function untilQuiet() {
  const until = Date.now() + patienceMs
  let before = busy()
  for (let steps = 0; steps < stepsWanted && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    const now = busy()
    const share = (now.idle - before.idle) / Math.max(1, now.all - before.all)
    steps = share >= idleShare ? steps + 1 : 0
    before = now
  }
}

function busy() {
  const times = cpus().map(({ times }) => times)
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0)
  return { idle: times.reduce((sum, each) => sum + each.idle, 0), all }
}
