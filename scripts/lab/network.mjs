import { execFileSync, spawnSync } from 'node:child_process'
import { makeGroup, removeGroup } from './cpu.mjs'
import { addressOf, bridge, namespaceOf } from './hosts.mjs'

const linkOf = (host) => `sp-${host}-l`

/** Runs `ip`. */
export function ip(...args) {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Makes the bridge. */
export function makeBridge() {
  ip('link', 'add', bridge.name, 'type', 'bridge')
  ip('addr', 'add', `${bridge.address}/24`, 'dev', bridge.name)
  ip('link', 'set', bridge.name, 'up')
}

/** Makes a host: a namespace on the bridge, with a group whose CPU is bounded. */
export function makeHost(host) {
  const namespace = namespaceOf(host)
  ip('netns', 'add', namespace)
  ip('link', 'add', linkOf(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', linkOf(host), 'master', bridge.name, 'up')
  ip('-n', namespace, 'addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0')
  ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
  // The entries listen on 443 without being root.
  ip('netns', 'exec', namespace, 'sysctl', '-qw', 'net.ipv4.ip_unprivileged_port_start=0')
  makeGroup(host)
}

/** Drops all traffic of a host. */
export async function cut(host) {
  addressOf(host ?? '')
  ip('link', 'set', linkOf(host), 'down')
}

/** Lets the traffic of a host, or of all, through again. */
export async function heal(host) {
  const all = namespaces().map((each) => each.slice('sp-'.length))
  for (const each of host === undefined ? all : [host]) ip('link', 'set', linkOf(each), 'up')
}

/** The namespaces of the lab that are there. */
export function namespaces() {
  const listed = ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0])
  return listed.filter((name) => /^sp-[a-z]+\d$/.test(name ?? ''))
}

/** Process ids in a host. */
export function pidsOf(host) {
  const { stdout = '' } = spawnSync('ip', ['netns', 'pids', namespaceOf(host)], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Removes hosts and bridge. Their processes have ended. */
export function removeNetwork() {
  for (const namespace of namespaces()) {
    ip('netns', 'del', namespace)
    removeGroup(namespace.slice('sp-'.length))
  }
  if (spawnSync('ip', ['link', 'show', bridge.name]).status === 0) ip('link', 'del', bridge.name)
}
