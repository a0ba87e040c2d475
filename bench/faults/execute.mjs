/** Runs the plan: every point that any run passes is struck, and more is drawn until the wanted count is reached. */
import { bundle } from './bundle.mjs'
import { checkOver, reader } from './oracle.mjs'
import { createPlan, familyOf, nameOf } from './plan.mjs'
import { createRun } from './run.mjs'
import { perform, scenarios } from './scenarios.mjs'
import { signerNames } from './signers.mjs'
import { startStack } from './stack.mjs'

/** Used tokens are tried again after so long: the grace is 30 s. */
const graceIsOverMs = 31_000
/** Sessions of a lane whose tokens are tried again at the end. */
const mostOld = 200

/**
 * @param databaseUrl an empty database.
 * @param width runs side by side: they share the servers, so that one's kill is felt by all.
 * @param wanted faults to strike in all; every point is struck even when that takes more.
 * @param thorough every kind at every point before anything else; else one kind each, by the seed.
 * @param isDrawn only drawn runs of several faults: another process strikes every point.
 * @param isShort every point in as few runs as may be; else runs of one fault, and drawn ones of several.
 * @param isSample ends after `wanted` faults, although points are left.
 * @param share `{ index, count }`: strikes only the points of one of `count` shares.
 * @param seed decides what is free.
 * @param until time (ms) after which no further run begins.
 * @param only runs to repeat: `{ scenario, faults, seed }` as a violation prints them.
 */
export async function execute(how) {
  const {
    databaseUrl,
    width,
    wanted,
    thorough,
    isShort,
    isDrawn,
    isSample,
    share,
    seed,
    until,
    only,
    say,
  } = how
  const plan = createPlan({ seed, thorough, together: isShort ? 3 : 1, share })
  const tally = { faults: 0, runs: 0, unreached: 0, kinds: {}, families: {}, violations: [] }
  const takeNext = () => {
    if (Date.now() > until || (isSample && tally.faults >= wanted)) return undefined
    if (only) return only.shift()
    // Both kinds of run in turn: those of the plan kill more, those that are drawn strike more often.
    const drawsNow = isDrawn || (!isShort && tally.runs % 3 !== 0 && tally.faults < wanted)
    return (drawsNow ? undefined : plan.next()) ?? (tally.faults < wanted ? plan.draw() : undefined)
  }
  const report = (sentence, { scenario, faults, seed: own }) => {
    const repeat = JSON.stringify({ scenario, faults, seed: own })
    say(`VIOLATION ${sentence}\n    repeat: ${repeat}`)
    tally.violations.push({ sentence, repeat })
  }
  const note = (job, run, wrong, isAlone = false) => {
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
    plan.learn(job, run, isAlone)
    for (const sentence of wrong) report(sentence, job)
    if (tally.runs % 50 === 0)
      say(`${tally.runs} runs, ${tally.faults} faults, ${plan.waiting} to go`)
  }
  const work = async (world) => {
    for (let job = takeNext(); job; job = takeNext()) {
      const hears = signerNames.filter((name) => job.faults.some(({ where }) => where === name))
      const release = hears.length > 0 ? await world.takeSigners() : () => {}
      const run = createRun(world, { ...job, hears })
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

  const world = await openWorld(databaseUrl)
  try {
    for (const scenario of only ? [] : Object.keys(scenarios)) {
      const job = { scenario, faults: [], seed: `${seed}/record/${scenario}` }
      const run = createRun(world, { ...job, hears: signerNames })
      note(job, run, await perform(world, run, scenario), true)
    }
    await Promise.all(Array.from({ length: only ? 1 : width }, () => work(world)))
    for (const sentence of await tryOld(world)) report(sentence, {})
  } finally {
    await world.close()
  }
  return { ...tally, ...plan.coverage(), isOverdue: !only && Date.now() > until }
}

async function openWorld(databaseUrl) {
  const stack = await startStack({ databaseUrl, files: await bundle(), spares: 2 })
  let signers = Promise.resolve()
  const world = {
    stack,
    reader: reader(databaseUrl),
    /** Sessions whose used tokens are tried once the grace is over. */
    later: [],
    /** The signers have faults of one run at a time. */
    takeSigners: async () => {
      const before = signers
      let release
      signers = new Promise((resolve) => {
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
