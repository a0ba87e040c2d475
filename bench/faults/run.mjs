/** One run of a scenario: its faults and the points it passes. */
import { createHash } from 'node:crypto'
import { signerNames } from './signers.mjs'

let lastRequest = 0
let lastRun = 0

/**
 * @param world what the run happens in; it hears the points of the world's processes until `end`.
 * @param faults `{ where, point, occurrence, kind, route?, call? }`, each struck where it is passed first.
 * @param hears names of the signers whose points are this run's: it is the only one.
 * @param seed decides what is free: which server a request goes to.
 */
export function createRun(world, { faults = [], seed = '', hears = [] }) {
  lastRun += 1
  const owner = lastRun
  const { heard } = world.stack
  const waiting = [...faults]
  const trace = []
  const struck = []
  const open = new Map()
  let localCounts = new Map()
  let routeCounts = new Map()
  let signerCounts = new Map()
  let draws = 0
  let isOn = false
  let wasOn = false

  /** Returns the first pending fault that `matches`. */
  const waitingFor = (matches) => (isOn ? waiting.find(matches) : undefined)
  const strike = (fault) => {
    waiting.splice(waiting.indexOf(fault), 1)
    struck.push(fault)
    // A killed process sends no more messages.
    if (fault.where === 'server' && fault.kind === 'kill') {
      for (const [id, { place }] of [...open]) if (place === 'victim') close(id)
    }
    localCounts = new Map()
    routeCounts = new Map()
    signerCounts = new Map()
  }
  const count = (counts, name) => {
    const n = (counts.get(name) ?? 0) + 1
    counts.set(name, n)
    return n
  }
  /** Returns a uniform number from the seed: 0 ≤ n < `max`. */
  const draw = (max) => {
    draws += 1
    return createHash('sha256').update(`${seed}/${draws}`).digest().readUInt32BE() % max
  }
  const onFired = ({ number }) => {
    // Its point alone does not tell: several routes pass the same statement.
    const fault = waitingFor((each) => each === faults[number])
    if (fault) strike(fault)
  }
  const onSigner = Object.fromEntries(
    hears.map((where) => [
      where,
      (inside) => {
        const point = `${where}:${inside}`
        trace.push({ where, point, occurrence: count(signerCounts, point) })
      },
    ]),
  )
  const onPoints = (id, points) => {
    const request = open.get(id)
    close(id)
    if (!request) return
    const { route, call } = request
    const seen = new Map()
    for (const inside of points) {
      const point = `server:${route}:${inside}`
      trace.push({ where: 'server', route, call, point, inside, occurrence: count(seen, inside) })
    }
  }
  const close = (id) => {
    open.delete(id)
    heard.requests.delete(id)
  }
  const arm = async () => {
    for (const name of hears) {
      const fault = waitingFor(({ where }) => where === name)
      if (!fault) continue
      const { point, occurrence, kind } = fault
      const inside = point.slice(`${name}:`.length)
      const number = faults.indexOf(fault)
      await world.stack.signers[name].arm({ owner, number, point: inside, occurrence, kind })
    }
  }
  return {
    trace,
    struck,
    draw,
    get isOver() {
      return waiting.length === 0
    },
    /** Faults whose point was not reached. */
    unused: waiting,
    /** Starts counting points. */
    begin: async () => {
      isOn = true
      wasOn = true
      heard.owners.set(owner, onFired)
      for (const name of hears) world.stack.signers[name].heard.add(onSigner[name])
      await arm()
    },
    end: () => {
      isOn = false
      heard.owners.delete(owner)
      for (const name of hears) world.stack.signers[name].heard.delete(onSigner[name])
      for (const id of [...open.keys()]) close(id)
    },
    /** After a fault has struck: the next one is armed where requests do not carry it. */
    rearm: arm,
    passLocal: (point) => {
      if (!isOn) return undefined
      const occurrence = count(localCounts, point)
      trace.push({ where: 'local', point, occurrence })
      const fault = waitingFor(
        (each) => each.where === 'local' && each.point === point && each.occurrence === occurrence,
      )
      if (fault) strike(fault)
      return fault?.kind
    },
    /** Where the next request of a route goes, and with what fault. */
    address: (route) => {
      if (!isOn) return { place: wasOn && draw(2) === 0 ? 'victim' : 'other' }
      lastRequest += 1
      const id = lastRequest
      const call = count(routeCounts, route)
      const fault = waitingFor(
        (each) => each.where === 'server' && each.route === route && each.call === call,
      )
      const place = fault || draw(2) === 0 ? 'victim' : 'other'
      open.set(id, { route, call, place })
      heard.requests.set(id, (points) => onPoints(id, points))
      if (fault) {
        const { inside: point, occurrence, kind } = fault
        const number = faults.indexOf(fault)
        return { id, place, fault: { owner, number, point, occurrence, kind } }
      }
      return { id, place }
    },
    /** Waits until the points of all requests are reported. */
    told: async () => {
      for (let n = 0; n < 50 && open.size > 0; n++)
        await new Promise((resolve) => setTimeout(resolve, 2))
    },
  }
}

/** The kinds of fault a point can have. */
export function kindsOf({ where, point }) {
  const isStatement = /:db:/.test(point)
  if (signerNames.includes(where)) {
    if (isStatement) return ['kill', 'cut']
    return point.endsWith(':before') ? ['kill', 'drop'] : ['kill']
  }
  if (where === 'server') {
    const more = isStatement ? ['cut'] : /:(vault|signer):/.test(point) ? ['signer'] : []
    return ['kill', 'drop', ...more]
  }
  if (/:store:/.test(point)) return point.endsWith('put:before') ? ['close', 'fail'] : ['close']
  return /:fetch:/.test(point) ? ['close', 'drop'] : ['close']
}
