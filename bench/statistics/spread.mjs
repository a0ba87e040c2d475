import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Shares `count` things out among as many threads as there are cores.
 *
 * @param file  run by each thread with `workerData` `{ ...data, from, count }`; it posts `{ done }` as it goes, and at
 *   last `{ result }`.
 * @param options.onDone  told after each message how many are done in all threads.
 * @returns the results, in the order of `from`.
 */
export function spread(file, { count, data, onDone }) {
  const width = Math.min(availableParallelism(), count)
  const done = new Array(width).fill(0)
  const startOf = (lane) => Math.floor((count * lane) / width)
  const runLane = (_, lane) => {
    const from = startOf(lane)
    const workerData = { ...data, from, count: startOf(lane + 1) - from }
    return resultOf(new Worker(file, { workerData }), (its) => {
      done[lane] = its
      onDone(done.reduce((sum, one) => sum + one, 0))
    })
  }
  return Promise.all(Array.from({ length: width }, runLane))
}

function resultOf(worker, onDone) {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ done, result }) => (result ? resolve(result) : onDone(done)))
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`A thread ended with ${code}`)))
  })
}

/** Says every tenth that is done; give the function it returns to `spread`. */
export function sayTenths({ say, name, count }) {
  let said = 0
  return (done) => {
    const tenths = Math.floor((done * 10) / count)
    if (tenths > said && tenths < 10) say(`${name}: ${tenths * 10} %`)
    said = Math.max(said, tenths)
  }
}
