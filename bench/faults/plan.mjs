/** Plans the faults: every point that a run has passed, until no new one appears; then random ones by a seed. */
import { createHash } from 'node:crypto'
import { kindsOf } from './run.mjs'

/** How often each scenario is drawn, and with how many faults, after every point had one. */
const mix = [
  ...['login', 'login', 'refresh', 'refresh', 'refresh', 'create', 'create', 'recover'],
  ...['enrol', 'unenrol', 'revoke', 'import', 'rehearse'],
]
const chainLengths = [2, 3, 4, 6, 8]
const dice = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Number of runs that try a point, where other runs decide whether it is passed at all. */
const chances = 6
/** Points that occur once in the life of a server process or of an app; another run may have passed them first. */
const onceInALife = /:vault:health:|:insert_app_key-/

/** Names a point by its scenario and itself; the signer serves all scenarios. */
export const nameOf = (scenario, { where, point }) =>
  where === 'signer' ? point : `${scenario} ${point}`

/** Where a point is and what it stands around, `server db` or `frame fetch`; `name` is the point or what it is called. */
export function familyOf(name) {
  const [where, second, third] = name.replace(/^\w+ /, '').split(':')
  return where === 'server' ? `server ${third}` : `${where} ${second}`
}

const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE()

/**
 * @param together points that are struck in one run, as far as one run passes them all after the first strike; those it
 *   does not pass get runs of their own.
 */
export function createPlan({ seed, thorough, together }) {
  /** By name: the run that strikes it, how often it was tried, and whether it was struck. */
  const points = new Map()
  const places = new Set()
  const queue = []
  const firsts = []
  let count = 0

  const seedOf = () => {
    count += 1
    return `${seed}/${count}`
  }
  const add = (scenario, { led, isAlone }, fault) => {
    const name = nameOf(scenario, fault)
    const place = [name, fault.call, fault.occurrence].join('#')
    // In a fault-free run, a point at a later call is a new place. After a fault, only unknown points are new.
    if (led.length === 0 ? places.has(place) : points.has(name)) return
    places.add(place)
    const kinds = kindsOf(fault)
    if (led.length === 0) firsts.push({ scenario, fault, kinds })
    const chosen = thorough ? kinds : [kinds[hashOf(`${seed}/${place}`) % kinds.length]]
    const jobs = chosen.map((kind) => ({ scenario, faults: [...led, { ...fault, kind }] }))
    queue.push(...jobs)
    // A run beside others feels their kills: what it passes then is not passed by every run.
    const isSteady = isAlone && !onceInALife.test(name)
    if (!points.has(name)) points.set(name, { job: jobs[0], tries: 0, isStruck: false, isSteady })
  }
  const unstruck = (isWanted) =>
    [...points].flatMap(([name, point]) => (isWanted(point) && !point.isStruck ? [name] : []))
  /** Faults of other runs that may as well strike in this one; none is lost where they do not: see `chances`. */
  const more = ({ scenario, faults }) => {
    if (faults.length > 1) return []
    const others = queue.filter((each) => each.scenario === scenario && each.faults.length === 1)
    const chosen = others.slice(0, together - 1)
    for (const each of chosen) queue.splice(queue.indexOf(each), 1)
    return chosen.flatMap((each) => each.faults)
  }
  return {
    get waiting() {
      return queue.length
    },
    /** @param isAlone whether the run had no fault and nothing ran beside it. */
    learn: ({ scenario }, run, isAlone = false) => {
      for (const fault of run.struck) {
        const point = points.get(nameOf(scenario, fault))
        if (point) point.isStruck = true
      }
      for (const fault of run.trace) add(scenario, { led: [...run.struck], isAlone }, fault)
    },
    next: () => {
      // Shuffled by the seed, so that faults that need a new process don't come all at once.
      const at = queue.length === 0 ? 0 : hashOf(`${seed}/order/${queue.length}`) % queue.length
      const [job] = queue.splice(at, 1)
      if (job) return { ...job, faults: [...job.faults, ...more(job)], seed: seedOf() }
      for (const point of points.values()) {
        if (point.isStruck || point.tries >= chances) continue
        point.tries += 1
        return { ...point.job, seed: seedOf() }
      }
      return undefined
    },
    draw: () => {
      const own = seedOf()
      let draws = 0
      const draw = (list) => {
        draws += 1
        return list[hashOf(`${own}/draw/${draws}`) % list.length]
      }
      const scenario = draw(mix)
      const mine = firsts.filter((each) => each.scenario === scenario)
      const faults = Array.from({ length: draw(chainLengths) }, () => {
        const { fault, kinds } = draw(mine)
        const kind = draw(kinds)
        // Starting a process is the slowest step, so most kills are left to the runs above.
        const isSpared = kind === 'kill' && kinds.length > 1 && draw(dice) > 1
        return { ...fault, kind: isSpared ? kinds[1] : kind }
      })
      return { scenario, faults, seed: own }
    },
    coverage: () => ({
      points: [...points.keys()],
      /** Points that every fault-free run passes and that never got a fault. */
      missed: unstruck(({ isSteady }) => isSteady),
      /** Points that occurred once in a process's life or only after a fault, and not again. */
      fleeting: unstruck(({ isSteady }) => !isSteady),
    }),
  }
}
