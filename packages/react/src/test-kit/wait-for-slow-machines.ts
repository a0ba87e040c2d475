import { vi } from 'vitest'

/* Runs before every test file: a wait for a screen or a call ends after 1 s otherwise, which a busy machine may take. */

const timeout = 30_000
const mark = Symbol.for('sallyport waits for slow machines')

if (Reflect.has(globalThis, 'document')) {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: timeout })
}

// Once for the files of a worker: they share their modules.
if (!Reflect.has(vi, mark)) {
  const { waitFor } = vi
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'object' ? { timeout, ...options } : (options ?? timeout))
  Reflect.set(vi, mark, true)
}
