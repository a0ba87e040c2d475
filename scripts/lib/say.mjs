/** Says one sentence about why nothing was started, and ends. */
export function refuse(sentence) {
  process.stderr.write(`\n  ${sentence}\n\n`)
  process.exit(1)
}
