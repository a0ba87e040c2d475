/** Runs the plan: every point that any run passes is struck, and more is drawn until the wanted count is reached. */
import { bundle } from './bundle.mjs'
import { checkOver, reader } from './oracle.mjs'
import { createPlan, nameOf } from './plan.mjs'
import { createRun } from './run.mjs'
import { perform, scenarios } from './scenarios.mjs'
import { startStack } from './stack.mjs'

/** Used tokens are tried again after so long: the grace is 30 s. */
const graceIsOverMs = 31_000
/** Sessions of a lane whose tokens are tried again at the end. */
const mostOld = 200

/**
 * @param databases one URL of an empty database for each lane; lanes work side by side, each with a stack of its own.
 * @param width runs side by side in a lane: they share its servers, so that one's kill is felt by all.
 * @param wanted faults to strike in all; every point is struck even when that takes more.
 * @param thorough every kind at every point before anything else; else one kind each, by the seed.
 * @param isShort every point in as few runs as may be; else runs of one fault, and drawn ones of several.
 * @param seed decides what is free.
 * @param until time (ms) after which no further run begins.
 * @param only runs to repeat: `{ scenario, faults, seed }` as a violation prints them.
 */
export async function execute(how) {
  const { databases, width, wanted, thorough, isShort, seed, until, only, say } = how
  const plan = createPlan({ seed, thorough, together: isShort ? 3 : 1 })
  const tally = { faults: 0, runs: 0, unreached: 0, kinds: {}, families: {}, violations: [] }
  const takeNext = () => {
    if (Date.now() > until) return undefined
    if (only) return only.shift()
    // Both kinds of run in turn: those of the plan kill more, those that are drawn strike more often.
    const isDrawn = !isShort && tally.runs % 3 !== 0 && tally.faults < wanted
    return (isDrawn ? undefined : plan.next()) ?? (tally.faults < wanted ? plan.draw() : undefined)
  }
  const report = (sentence, job) => {
    const repeat = JSON.stringify(job)
    say(`VIOLATION ${sentence}\n    repeat: ${repeat}`)
    tally.violations.push({ sentence, repeat })
  }
  const note = (job, run, wrong) => {
    const { scenario } = job
    tally.runs += 1
    tally.unreached += run.unused.length
    for (const fault of run.struck) {
      tally.faults += 1
      tally.kinds[fault.kind] = (tally.kinds[fault.kind] ?? 0) + 1
      const family = familyOf(fault.point)
      tally.families[family] ??= { points: new Set(), faults: 0 }
      tally.families[family].points.add(nameOf(scenario, fault))
      tally.families[family].faults += 1
    }
    plan.learn(job, run)
    for (const sentence of wrong) report(sentence, job)
    if (tally.runs % 50 === 0)
      say(`${tally.runs} runs, ${tally.faults} faults, ${plan.waiting} to go`)
  }
  const work = async (world) => {
    for (let job = takeNext(); job; job = takeNext()) {
      const hasSigner = job.faults.some(({ where }) => where === 'signer')
      const release = hasSigner ? await world.takeSigner() : () => {}
      const run = createRun(world, { ...job, hearsSigner: hasSigner })
      try {
        note(job, run, await perform(world, run, job.scenario))
      } catch (error) {
        note(job, run, [`a run ended with ${error.stack}`])
      } finally {
        run.end()
        release()
      }
    }
  }

  const lanes = await openLanes(databases)
  try {
    for (const scenario of only ? [] : Object.keys(scenarios)) {
      const job = { scenario, faults: [], seed: `${seed}/record/${scenario}` }
      const run = createRun(lanes[0], { ...job, hearsSigner: true })
      note(job, run, await perform(lanes[0], run, scenario))
    }
    await Promise.all(
      lanes.flatMap((world) => Array.from({ length: only ? 1 : width }, () => work(world))),
    )
    for (const world of lanes) for (const sentence of await tryOld(world)) report(sentence, {})
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
  return { ...tally, ...plan.coverage() }
}

async function openLanes(databases) {
  const files = await bundle()
  return Promise.all(databases.map((databaseUrl) => openLane({ databaseUrl, files })))
}

async function openLane(place) {
  const stack = await startStack({ ...place, spares: 2 })
  let signer = Promise.resolve()
  const world = {
    stack,
    reader: reader(place.databaseUrl),
    /** Sessions whose used tokens are tried once the grace is over. */
    later: [],
    /** The signer has one fault at a time. */
    takeSigner: async () => {
      const before = signer
      let release
      signer = new Promise((resolve) => {
        release = resolve
      })
      await before
      return release
    },
    close: async () => {
      await world.reader.close()
      await stack.stop()
    },
  }
  return world
}

/** I3: after the grace nothing used comes back. */
async function tryOld(world) {
  const old = world.later.slice(-mostOld)
  await world.stack.settled()
  await world.stack.advance(graceIsOverMs)
  const found = []
  for (const each of old) found.push(...(await checkOver(world, each)))
  return found
}

/** Where a point is and what it stands around: `server db`, `frame fetch` … */
function familyOf(point) {
  const [where, second, third] = point.split(':')
  return where === 'server' ? `server ${third}` : `${where} ${second}`
}
