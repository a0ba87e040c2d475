import { parseArgs } from 'node:util'
import {
  checkTransport,
  finishRotation,
  initTransport,
  issueCertificate,
  rotateAuthority,
  transportRoles,
} from '@sallyport/process/transport'

const usage =
  'Usage: keys transport init <folder> | keys transport issue <folder> <role>[,<role>] <host>[,<host or address>] [--days 90] | keys transport rotate <folder> [--finish] | keys transport check <folder> [--within-days 21]; roles are api, pages, vault and signer'

interface Options {
  days: number
  withinDays: number
  finish: boolean
}

const commands: Readonly<
  Record<string, (words: readonly string[], options: Options) => Promise<object>>
> = {
  init: ([folder]) => initTransport(needed(folder)),
  issue: ([folder, roles, hosts], { days }) =>
    issueCertificate(needed(folder), {
      roles: readRoles(needed(roles)),
      hosts: needed(hosts).split(','),
      days,
    }),
  rotate: async ([folder], { finish }) =>
    finish ? finishRotation(needed(folder)) : rotateAuthority(needed(folder)),
  check: async ([folder], { withinDays }) => {
    const report = checkTransport(needed(folder), { nowMs: Date.now(), withinDays })
    if (report.problems.length > 0) process.exitCode = 1
    return report
  },
}

/**
 * `npm run -s keys -- transport …`: the authority and the certificates by which programs on several hosts know each other
 * (docs/operate/high-availability.md). It reads no setting and no database.
 *
 * @throws Error with the usage when the words are wrong.
 */
export async function manageTransport(args: readonly string[]): Promise<object> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      days: { type: 'string', default: '90' },
      'within-days': { type: 'string', default: '21' },
      finish: { type: 'boolean', default: false },
    },
  })
  const [name = '', ...words] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error(usage)
  const [days, withinDays] = [readDays(values.days), readDays(values['within-days'])]
  return command(words, { days, withinDays, finish: values.finish })
}

function needed(word: string | undefined): string {
  if (word === undefined || word === '') throw new Error(usage)
  return word
}

function readRoles(text: string) {
  return text.split(',').map((each) => {
    const role = transportRoles.find((known) => known === each)
    if (role === undefined) throw new Error(usage)
    return role
  })
}

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 825) return days
  throw new Error('Days are a whole number from 1 to 825.')
}
