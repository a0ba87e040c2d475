/** As in packages/process/src/earlier-names.ts, which is not built yet when `npm run serve` reads the first settings. */
const earlierBeginnings = { SALLYPORT_DELEGATE_: 'SALLYPORT_SIGNER_' }

/**
 * An environment with what is set under an earlier name under the current one instead, unless that is set itself. It
 * prints a sentence for each such name.
 */
export function withCurrentNames(env) {
  const current = {}
  for (const [name, value] of Object.entries(env)) {
    const begin = Object.keys(earlierBeginnings).find((each) => name.startsWith(each))
    const now = begin ? earlierBeginnings[begin] + name.slice(begin.length) : name
    if (begin && value) process.stdout.write(`  ${name} is now ${now}: rename it.\n`)
    if (!begin || !env[now]) current[now] = value
  }
  return current
}
