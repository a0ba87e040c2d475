/** Plans the faults: every point that a run has passed, until no new one appears; then random ones by a seed. */
import { createHash } from 'node:crypto'
import { kindsOf } from './run.mjs'
import { signerNames } from './signers.mjs'

/** How often each scenario is drawn, and with how many faults, after every point had one. */
const mix = [
  ...['login', 'login', 'refresh', 'refresh', 'refresh', 'create', 'create', 'recover'],
  ...['enrol', 'unenrol', 'revoke', 'import', 'rehearse'],
  ...['setRecovery', 'changeRecovery', 'removeRecovery'],
  ...['delegate', 'undelegate', 'export'],
]
const chainLengths = [2, 3, 4, 6, 8]
const dice = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/**
 * Number of runs that try a point alone: one that every run passes, and one that other runs decide about. Requests that come
 * together read the app once, so a run beside others may pass the point of that read at any try, or not.
 */
const chances = { steady: 12, fleeting: 2 }
/** Points that occur once in the life of a server process or of an app; another run may have passed them first. */
const onceInALife = /:(vault|signer):health:|:insert_app_key-/

/** Names a point by its scenario and itself; a signer serves all scenarios. */
export const nameOf = (scenario, { where, point }) =>
  signerNames.includes(where) ? point : `${scenario} ${point}`

/** Where a point is and what it stands around, `server db` or `frame fetch`; `name` is the point or what it is called. */
export function familyOf(name) {
  const [where, second, third] = name.replace(/^\w+ /, '').split(':')
  return where === 'server' ? `server ${third}` : `${where} ${second}`
}

const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE()

/** The point that no run has struck and that was tried alone least often; one that is tried now comes last. */
function untriedOf(points, kind) {
  const [point] = [...points.values()]
    .filter(({ isSteady, isStruck }) => isSteady === (kind === 'steady') && !isStruck)
    .filter(({ tries }) => tries < chances[kind])
    .sort((a, b) => a.busy - b.busy || a.tries - b.tries)
  return point
}

/** A run with several faults of the places that fault-free runs pass, chosen by the seed. */
function drawRun(firsts, seed) {
  let draws = 0
  const draw = (list) => {
    draws += 1
    return list[hashOf(`${seed}/draw/${draws}`) % list.length]
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
  return { scenario, faults, seed }
}

/**
 * @param share `{ index, count }`: only the points of one of `count` shares, from 1 on, are struck; all are seen.
 * @param together points that are struck in one run, as far as one run passes them all after the first strike; those it
 *   does not pass get runs of their own.
 */
export function createPlan({ seed, thorough, together, share = { index: 1, count: 1 } }) {
  /** By name: the run that strikes it, how often it was tried alone, whether one does so now, and whether it was struck. */
  const points = new Map()
  const places = new Set()
  /** Names of all points, those of other shares too. */
  const seen = new Set()
  const isOurs = (name) => hashOf(`share/${name}`) % share.count === share.index - 1
  /** Runs without a fault before theirs, and those that need what other faults leave behind. */
  const queues = { plain: [], led: [] }
  const firsts = []
  let count = 0

  const seedOf = () => {
    count += 1
    return `${seed}/${count}`
  }
  const add = (scenario, { led, isAlone }, fault) => {
    const name = nameOf(scenario, fault)
    seen.add(name)
    const place = [name, fault.call, fault.occurrence].join('#')
    // In a fault-free run, a point at a later call is a new place. After a fault, only unknown points are new.
    if (led.length === 0 ? places.has(place) : points.has(name)) return
    places.add(place)
    const kinds = kindsOf(fault)
    if (led.length === 0) firsts.push({ scenario, fault, kinds })
    if (!isOurs(name)) return
    const chosen = thorough ? kinds : [kinds[hashOf(`${seed}/${place}`) % kinds.length]]
    const jobs = chosen.map((kind) => ({ scenario, faults: [...led, { ...fault, kind }] }))
    queues[led.length === 0 ? 'plain' : 'led'].push(...jobs)
    // A run beside others feels their kills: what it passes then is not passed by every run.
    const isSteady = isAlone && !onceInALife.test(name)
    if (!points.has(name))
      points.set(name, { job: jobs[0], tries: 0, busy: 0, isStruck: false, isSteady })
  }
  const unstruck = (isWanted) =>
    [...points].flatMap(([name, point]) => (isWanted(point) && !point.isStruck ? [name] : []))
  /** Faults of other runs that may as well strike in this one; none is lost where they do not: see `retry`. */
  const more = ({ scenario, faults }) => {
    if (faults.length > 1) return []
    const { plain } = queues
    const chosen = plain.filter((each) => each.scenario === scenario).slice(0, together - 1)
    for (const each of chosen) plain.splice(plain.indexOf(each), 1)
    return chosen.flatMap((each) => each.faults)
  }
  /** A run of a queue. Shuffled by the seed, so that faults that need a new process don't come all at once. */
  const takeOf = (queue) => {
    const at = queue.length === 0 ? 0 : hashOf(`${seed}/order/${queue.length}`) % queue.length
    const [job] = queue.splice(at, 1)
    return job && { ...job, faults: [...job.faults, ...more(job)], seed: seedOf() }
  }
  const retry = (kind) => {
    const point = untriedOf(points, kind)
    if (point === undefined) return undefined
    point.tries += 1
    point.busy += 1
    return { ...point.job, seed: seedOf(), retries: point }
  }
  return {
    get waiting() {
      return queues.plain.length + queues.led.length
    },
    /** @param isAlone whether the run had no fault and nothing ran beside it. */
    learn: ({ scenario, retries }, run, isAlone = false) => {
      if (retries) retries.busy -= 1
      for (const fault of run.struck) {
        const point = points.get(nameOf(scenario, fault))
        if (point) point.isStruck = true
      }
      for (const fault of run.trace) add(scenario, { led: [...run.struck], isAlone }, fault)
    },
    /** What every run passes comes first: the time may not do for the rest. */
    next: () => takeOf(queues.plain) ?? retry('steady') ?? takeOf(queues.led) ?? retry('fleeting'),
    draw: () => drawRun(firsts, seedOf()),
    coverage: () => ({
      points: [...seen],
      /** Points that every fault-free run passes and that never got a fault. */
      missed: unstruck(({ isSteady }) => isSteady),
      /** Points that occurred once in a process's life or only after a fault, and not again. */
      fleeting: unstruck(({ isSteady }) => !isSteady),
    }),
  }
}
