import { readRequest } from './read-request.js'

/** Answers a line as `answer` does, and refuses all while the clock of the host is off: nothing is read or counted then. */
export function refuseWhile<A>(
  isClockOff: () => boolean,
  answer: (line: string) => Promise<A>,
): (line: string) => Promise<A | { id: string | null; error: { code: 'clock_off' } }> {
  return async (line) =>
    isClockOff()
      ? { id: readRequest(line)?.id ?? null, error: { code: 'clock_off' } }
      : answer(line)
}
