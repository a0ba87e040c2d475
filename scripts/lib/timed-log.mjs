/** How often a step that takes long says so. */
const everyMs = 15_000

/**
 * A log whose lines say how many seconds have passed, and which repeats the last one while it takes long.
 *
 * @param {(text: string) => void} write
 * @returns {{ log(line: string): void, end(): void }} `end` stops the repetition.
 */
export function timedLog(write) {
  const startedAtMs = Date.now()
  let last = ''
  const print = (line) => {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000)
    write(`  ${`${seconds} s`.padStart(5)}  ${line} …\n`)
  }
  const timer = setInterval(() => last && print(`Still: ${last}`), everyMs)
  timer.unref()
  return {
    log(line) {
      last = line
      print(line)
    },
    end: () => clearInterval(timer),
  }
}
