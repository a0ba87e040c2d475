import { spawnSync } from 'node:child_process'
import { namespaceOf } from './hosts.mjs'

/** Runs a command in a host to its end. @throws Error with what it said. */
export function runIn(host, { command, user, env = {}, input, groups = [] }) {
  const become = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    groups.length ? `--groups=${groups}` : '--clear-groups',
    '--',
  ]
  const { status, stdout, stderr } = spawnSync(
    'ip',
    ['netns', 'exec', namespaceOf(host), ...become, ...command],
    {
      env: { PATH: process.env.PATH, HOME: '/', ...env },
      input,
      encoding: 'utf8',
    },
  )
  if (status !== 0)
    throw new Error(`${command.join(' ')} on ${host}: ${stderr || stdout}`.slice(0, 600))
  return stdout
}
