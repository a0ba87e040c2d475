import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnv, startAgain, stop } from './programs.mjs'
import { isReady } from './sallyport.mjs'
import { at } from './state.mjs'
import { until } from './wait.mjs'

/** Where Debian has the library that gives a program another clock; undefined without the package `libfaketime`. */
function findLibrary() {
  return readdirSync('/usr/lib')
    .map((name) => join('/usr/lib', name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path))
}

/** Starts a program anew so that its clock can be moved; later calls do nothing. @throws Error without the library. */
export async function makeMovable(host, program) {
  if (programEnv(host, program).LD_PRELOAD !== undefined) return
  const library = findLibrary()
  if (library === undefined)
    throw new Error('Moving a clock needs a program of Debian: run apt-get install libfaketime.')
  moveClock(host, 0)
  await stop(host, program)
  startAgain(host, program, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: at(host, 'clock'),
    // The file is read once a second. What measures how long something took keeps its clock, as when an operator sets the time.
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  await until(`${program} on ${host}`, () => isReady(program, host), 60_000)
}

/** Sets the clock of a host's program so many seconds ahead of the machine's, or behind. */
export function moveClock(host, seconds) {
  writeFileSync(at(host, 'clock'), `${seconds < 0 ? '' : '+'}${seconds}`, { mode: 0o644 })
}
