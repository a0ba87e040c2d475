import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { kinds } from './fault-kinds.mjs'
import { addressOf, entries } from './hosts.mjs'
import { listPrograms, start } from './programs.mjs'
import { at, readState } from './state.mjs'
import { readPrimary } from './status.mjs'
import { until } from './wait.mjs'

/** Strikes `times` times under load, and checks that nothing acknowledged was lost. @throws Error when something was. */
export async function faults({ only, times, rate, to, say }) {
  const kind = kinds[only]
  if (kind === undefined) throw new Error(`faults knows ${Object.keys(kinds).join(', ')}.`)
  const { app } = readState()
  mkdirSync(at('load'), { recursive: true })
  const gaps = []
  let lost = 0
  for (let time = 1; time <= times; time += 1) {
    const [stopFile, resultFile] = [at('load', 'stop'), at('load', 'result.json')]
    for (const file of [stopFile, resultFile]) rmSync(file, { force: true })
    await until('all members of the database', allMembers, 120_000)
    await kind.prepare?.()
    const urls = entries.map((host) => `https://${addressOf(host)}`)
    writeFileSync(
      at('load', 'plan.json'),
      JSON.stringify({
        urls,
        ...app,
        origin: 'https://app.lab.example',
        rate,
        stopFile,
        resultFile,
      }),
      { mode: 0o600 },
    )
    const script = fileURLToPath(new URL('load.mjs', import.meta.url))
    start({
      host: 'load1',
      program: 'load',
      command: [process.execPath, script, at('load', 'plan.json')],
      user: 0,
      env: { NODE_EXTRA_CA_CERTS: at('ca.pem') },
    })
    await wait(5_000)
    const struckMs = Date.now()
    const struck = await kind.strike({ to, time })
    await until('a primary', readPrimary, 90_000)
    await wait(kind.watchMs ?? 12_000)
    await kind.mend(struck)
    const stoppedMs = Date.now()
    writeFileSync(stopFile, '')
    await until(
      'the check of what was acknowledged',
      async () => {
        if (!existsSync(resultFile)) throw new Error('it runs')
      },
      240_000,
    )
    const result = JSON.parse(readFileSync(resultFile, 'utf8'))
    const gapMs = longestGap(result.writes, struckMs, stoppedMs)
    gaps.push(gapMs)
    lost += result.lost.length
    const done = Object.values(result.done).reduce((sum, each) => sum + each, 0)
    say(
      `${time}: ${struck.program} on ${struck.host}; ${done} done in ${result.attempts} attempts, ${result.users} users, ${result.wallets} wallets; no success for ${(gapMs / 1000).toFixed(1)} s; lost ${result.lost.length}, given up ${result.failed.length}, untyped ${result.untyped.length}; statuses ${JSON.stringify(result.statuses)}, no answer ${JSON.stringify(result.unanswered)}`,
    )
    for (const each of [
      ...result.lost.slice(0, 3),
      ...result.failed.slice(0, 3).map(JSON.stringify),
      ...result.untyped.slice(0, 3).map(JSON.stringify),
    ])
      say(`   ${each}`)
  }
  gaps.sort((a, b) => a - b)
  say(
    `${times} times ${only}: longest gap ${(gaps.at(-1) / 1000).toFixed(1)} s, median ${(gaps[Math.floor(gaps.length / 2)] / 1000).toFixed(1)} s, lost ${lost}`,
  )
  if (lost > 0) throw new Error(`${lost} acknowledged effects were lost.`)
}

async function allMembers() {
  await readPrimary()
  const answer = await fetch(`http://${addressOf('pg1')}:8008/cluster`, {
    signal: AbortSignal.timeout(2_000),
  })
  const { members } = await answer.json()
  const running = members.filter(({ state, role }) =>
    role === 'leader' ? state === 'running' : ['running', 'streaming'].includes(state),
  )
  if (running.length < 3 || !members.some(({ role }) => role === 'sync_standby'))
    throw new Error('a standby is missing')
  if (listPrograms().some(({ program, isUp }) => program === 'patroni' && !isUp))
    throw new Error('Patroni is down')
}

/** The longest time without a success between the strike and the end of the load, in milliseconds. */
export function longestGap(successes, struckMs, stoppedMs) {
  const between = successes.filter((at) => at > struckMs && at < stoppedMs).sort((a, b) => a - b)
  const after = [struckMs, ...between, stoppedMs]
  return Math.max(0, ...after.slice(1).map((at, n) => at - after[n]))
}
