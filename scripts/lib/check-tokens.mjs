import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAddress } from 'viem'

/**
 * Where the pinned list of tokens is not what its source file says: symbol, decimals or contract of a line; one sentence each.
 * Addresses of the source have checksums, so that a slip of the pen in it is found too.
 */
export function checkTokens(root) {
  const source = JSON.parse(readFileSync(join(root, 'scripts/tokens/source.json'), 'utf8'))
  const { sources } = source
  const tokens = source.tokens.map((line) => {
    const [chain, address, symbol, decimals, from] = line.split(' ')
    return { chain, address, symbol, decimals, from }
  })
  const table = readFileSync(
    join(root, 'packages/contract/src/requests/tokens/token-table.ts'),
    'utf8',
  )
  const listed = linesOf(table)
  const wanted = tokens.map(({ chain, symbol, decimals, address }) => {
    const key = address.startsWith('0x') ? address.slice(2).toLowerCase() : address
    return `${chain}: ${symbol} ${decimals} ${key}`
  })
  const missing = (from, of, where) =>
    from.filter((line) => !of.includes(line)).map((line) => `${line} is not in ${where}`)
  return [
    ...missing(wanted, listed, 'the token table'),
    ...missing(listed, wanted, 'scripts/tokens/source.json'),
    ...tokens
      .filter(({ address }) => address.startsWith('0x') && !isAddress(address, { strict: true }))
      .map(({ symbol, address }) => `${address} of ${symbol} is not an address with a checksum`),
    ...tokens
      .filter(({ from }) => !Object.hasOwn(sources, from))
      .map(({ symbol, from }) => `${symbol} names a source that is not described: ${from}`),
    ...duplicates(wanted.map((line) => line.replace(/: \S+ \d+ /, ' '))),
  ]
}

/** The lines of the table, each with its network. */
function linesOf(text) {
  return [...text.matchAll(/^ {2}(\w+): `([^`]*)`/gm)].flatMap(([, chain, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => `${chain}: ${line}`),
  )
}

function duplicates(lines) {
  return lines
    .filter((line, index) => lines.indexOf(line) !== index)
    .map((line) => `${line} is there twice`)
}
