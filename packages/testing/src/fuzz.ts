/**
 * Returns fast-check's options for a generated test. The seed is fixed, so that a run can be repeated; a failure prints the
 * seed and the path to the smallest failing case.
 *
 * @param runs  Number of runs. `SALLYPORT_FUZZ_RUNS=10` multiplies it by ten: `npm test` runs a tenth. `SALLYPORT_FUZZ_SEED`
 *   sets the seed.
 */
export function fuzz(runs: number): { numRuns: number; seed: number } {
  return {
    numRuns: Math.ceil(runs * numberFrom('SALLYPORT_FUZZ_RUNS', 1)),
    seed: numberFrom('SALLYPORT_FUZZ_SEED', 3),
  }
}

/** Factor for the timeout of a test with `fuzz`. */
export const fuzzTimeFactor = Math.max(1, numberFrom('SALLYPORT_FUZZ_RUNS', 1))

function numberFrom(name: string, otherwise: number): number {
  const given = Number(process.env[name] ?? otherwise)
  if (!Number.isFinite(given) || given <= 0) throw new Error(`${name} must be a number above 0`)
  return given
}
