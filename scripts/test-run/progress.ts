/** How often a running step says that it still runs. */
const everyMs = 20_000

/** A step's outcome as it is printed. */
export interface Outcome {
  isOk: boolean
  /** Printed after the time, for example `12 passed`. */
  note?: string
  /** Printed below the line when the step failed. */
  details?: string
}

/**
 * Runs a step and prints when it starts, every 20 s how far it is, and how it ended after how long.
 *
 * @param work  Gets a function that says how far the step is, for example `12 of 160 files`.
 */
export async function runStep(
  { name, say }: { name: string; say: (line: string) => void },
  work: (tell: (position: string) => void) => Promise<Outcome>,
): Promise<boolean> {
  const startedAtMs = Date.now()
  const line = (mark: string, seconds: string, note = '') =>
    say(`${mark.padEnd(5)}${name.padEnd(24)}${seconds.padStart(7)} s   ${note}`.trimEnd())
  const elapsed = () => (Date.now() - startedAtMs) / 1000
  let position = ''
  say(`run  ${name}`)
  const timer = setInterval(() => line('...', elapsed().toFixed(0), position), everyMs)
  try {
    const { isOk, note, details } = await work((text) => {
      position = text
    })
    line(isOk ? 'ok' : 'FAIL', elapsed().toFixed(1), note)
    if (!isOk && details) say(details)
    return isOk
  } finally {
    clearInterval(timer)
  }
}
