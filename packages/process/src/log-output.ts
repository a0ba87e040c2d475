import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines are written in blocks of so many characters. */
const blockLength = 4096
/** How long a line waits for a block to fill, and a reader that is slow. */
const waitMs = 100
/** How often the rest is offered to a slow reader when the process ends. */
const lastTries = 20

/** The output of a program's log. */
interface LogOutput extends DestinationStream {
  /** Writes what waits, without waiting for it. */
  flush(): void
}

/** Writes to a file descriptor; as `fs.write` and `fs.writeSync`. */
interface Descriptor {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void
  writeSync(bytes: Buffer): number
}

/**
 * A log's output to standard output. A reader that is gone ends the log and nothing else: a program whose launcher was killed goes on,
 * and can be stopped. (The usual writer of `pino` repeats its last write for ever then, and the process never ends.)
 */
export function logOutput(descriptor: Descriptor = standardOutput): LogOutput {
  let lines = ''
  let rest: Buffer = Buffer.alloc(0)
  let isWriting = false
  let isBroken = false
  let isTimed = false

  const go = () => {
    if (isWriting || isBroken) return
    if (rest.length === 0) {
      rest = Buffer.from(lines)
      lines = ''
    }
    if (rest.length === 0) return
    isWriting = true
    descriptor.write(rest, (error, written) => {
      isWriting = false
      if (error && !isBusy(error)) return end()
      rest = rest.subarray(error ? 0 : written)
      if (error) setTimeout(go, waitMs).unref()
      else go()
    })
  }
  const end = () => {
    isBroken = true
    lines = ''
    rest = Buffer.alloc(0)
  }
  process.on('exit', () => {
    // A write that is under way ends by itself: repeated, its lines would be there twice.
    rest = Buffer.concat([isWriting ? Buffer.alloc(0) : rest, Buffer.from(lines)])
    for (let tries = 0; rest.length > 0 && !isBroken && tries < lastTries; tries += 1) {
      try {
        rest = rest.subarray(descriptor.writeSync(rest))
        tries = 0
      } catch (error) {
        // `errno` errors are all that a write throws.
        if (!isBusy(error as NodeJS.ErrnoException)) end()
      }
    }
  })
  return {
    write(line) {
      if (isBroken) return
      lines += line
      if (lines.length >= blockLength) return go()
      if (isTimed) return
      isTimed = true
      setTimeout(() => {
        isTimed = false
        go()
      }, waitMs).unref()
    },
    flush: go,
  }
}

const standardOutput: Descriptor = {
  write: (bytes, done) => write(1, bytes, done),
  writeSync: (bytes) => writeSync(1, bytes),
}

function isBusy({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EAGAIN' || code === 'EBUSY'
}
