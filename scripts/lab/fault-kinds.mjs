import { resolve } from 'node:path'
import { makeMovable, moveClock } from './clocks.mjs'
import { root } from './first-start.mjs'
import { killProgram } from './kill-program.mjs'
import { cut, heal } from './network.mjs'
import { makeNextVersion } from './next-version.mjs'
import { startAgain } from './programs.mjs'
import { upgrade } from './sallyport.mjs'
import { at, readState } from './state.mjs'
import { readPrimary, readSyncStandby } from './status.mjs'
import { replaceCertificate } from './transport.mjs'

/** Milliseconds in which a program beside another of its kind is replaced by that, and watched. */
const briefMs = 6_000

/** What can be struck: `prepare` runs before the load, `strike` does it and says what, `mend` undoes it after `watchMs` (or 12 s). */
export const kinds = {
  primary: {
    strike: async () => {
      const host = await readPrimary()
      await killProgram(host, 'postgres')
      return { host, program: 'postgres' }
    },
    mend: async () => {},
  },
  'primary-host': {
    watchMs: 40_000,
    strike: async () => {
      const host = await readPrimary()
      await killProgram(host, 'all')
      return { host, program: 'all' }
    },
    mend: async ({ host }) => {
      startAgain(host, 'etcd')
      startAgain(host, 'patroni')
    },
  },
  'primary-cut': cutOff(readPrimary, 40_000),
  // Commits wait for it.
  'standby-cut': cutOff(readSyncStandby, 30_000),
  ...struckProgram('vault1', 'vault'),
  ...struckProgram('signer1', 'signer'),
  ...struckProgram('api1', 'api'),
  // It is killed as well, so that every program has to connect anew.
  certificate: {
    watchMs: briefMs,
    strike: async ({ time }) => {
      const [host, program] = time % 2 ? ['vault1', 'vault'] : ['signer1', 'signer']
      await replaceCertificate(host, 0)
      await killProgram(host, program)
      startAgain(host, program)
      return { host, program: `the certificate of ${program}` }
    },
    mend: ({ host }) => replaceCertificate(host, 30),
  },
  // Every program is replaced, one at a time, by one of the next version, and the next time back.
  upgrade: {
    strike: async ({ to }) => {
      const next = to === undefined ? at('next') : resolve(to)
      const isBack = readState().build === next
      if (to === undefined && !isBack) makeNextVersion(root, next)
      await upgrade(isBack ? root : next, { isBack, say: () => {} })
      return { host: 'all hosts', program: isBack ? 'every program, back,' : 'every program' }
    },
    mend: async () => {},
  },
  etcd: {
    watchMs: briefMs,
    strike: async () => {
      await killProgram('pg1', 'etcd')
      return { host: 'pg1', program: 'etcd' }
    },
    mend: ({ host }) => startAgain(host, 'etcd'),
  },
}

/** A host that is cut off from all others. */
function cutOff(find, watchMs) {
  const strike = async () => {
    const host = await find()
    await cut(host)
    return { host, program: 'all' }
  }
  return { watchMs, strike, mend: ({ host }) => heal(host) }
}

/** A program that is killed, one whose host is cut off, and one whose host's clock jumps by two hours, forward and back in turn. */
function struckProgram(host, program) {
  const kill = async () => {
    await killProgram(host, program)
    return { host, program }
  }
  const jump = async ({ time }) => {
    const seconds = time % 2 ? 7_200 : -7_200
    moveClock(host, seconds)
    return { host, program: `the clock of ${program} by ${seconds} s` }
  }
  return {
    [program]: { watchMs: briefMs, strike: kill, mend: async () => startAgain(host, program) },
    [`${program}-cut`]: cutOff(async () => host, briefMs),
    [`${program}-clock`]: {
      watchMs: briefMs,
      prepare: () => makeMovable(host, program),
      strike: jump,
      mend: async () => moveClock(host, 0),
    },
  }
}
