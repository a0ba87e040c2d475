/**
 * How often a generated test runs and from which seed, as fast-check takes it. The seed is fixed, so that a run can be
 * repeated; a failure prints it with the path to the smallest case found.
 *
 * @param runs  In `npm test`. `SALLYPORT_FUZZ_RUNS=10` makes it ten times as many, and `SALLYPORT_FUZZ_SEED` starts
 *   from another seed: both for longer runs at night.
 */
export function fuzz(runs: number): { numRuns: number; seed: number } {
  return {
    numRuns: Math.ceil(runs * numberFrom('SALLYPORT_FUZZ_RUNS', 1)),
    seed: numberFrom('SALLYPORT_FUZZ_SEED', 3),
  }
}

/** How many times as long a test with `fuzz` may take. */
export const fuzzTimeFactor = Math.max(1, numberFrom('SALLYPORT_FUZZ_RUNS', 1))

function numberFrom(name: string, otherwise: number): number {
  const given = Number(process.env[name] ?? otherwise)
  if (!Number.isFinite(given) || given <= 0) throw new Error(`${name} must be a number above 0`)
  return given
}
