import { resolve } from 'node:path'
import { root } from './first-start.mjs'
import { cut, heal } from './network.mjs'
import { makeNextVersion } from './next-version.mjs'
import { killProgram, startAgain } from './programs.mjs'
import { upgrade } from './sallyport.mjs'
import { at, readState } from './state.mjs'
import { readPrimary } from './status.mjs'

/** What can be struck: `strike` does it and says what, `mend` undoes it. */
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
  'primary-cut': {
    strike: async () => {
      const host = await readPrimary()
      await cut(host)
      return { host, program: 'all' }
    },
    mend: ({ host }) => heal(host),
  },
  ...killed('vault1', 'vault'),
  ...killed('signer1', 'signer'),
  ...killed('api1', 'api'),
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
    strike: async () => {
      await killProgram('pg1', 'etcd')
      return { host: 'pg1', program: 'etcd' }
    },
    mend: async ({ host }) => void startAgain(host, 'etcd'),
  },
}

function killed(host, program) {
  const strike = async () => {
    await killProgram(host, program)
    return { host, program }
  }
  return { [program]: { strike, mend: async () => void startAgain(host, program) } }
}
