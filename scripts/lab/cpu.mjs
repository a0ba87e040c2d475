import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { namespaceOf } from './hosts.mjs'

/** Of a core, in percent, for each host. */
const cpuPercent = 50
const v2 = '/sys/fs/cgroup'
const v1 = '/sys/fs/cgroup/cpu'

/** How the CPU of hosts is bounded here: `cgroup2`, `cgroup1`, or `none`. */
export function cpuBound() {
  if (existsSync(`${v2}/cgroup.controllers`)) {
    const has = readFileSync(`${v2}/cgroup.subtree_control`, 'utf8').includes('cpu')
    return has ? 'cgroup2' : 'none'
  }
  return existsSync(`${v1}/cpu.cfs_quota_us`) ? 'cgroup1' : 'none'
}

function groupOf(host) {
  const bound = cpuBound()
  return bound === 'none' ? undefined : `${bound === 'cgroup2' ? v2 : v1}/${namespaceOf(host)}`
}

/** Makes the group of a host, with half a core. */
export function makeGroup(host) {
  const group = groupOf(host)
  if (group === undefined) return
  mkdirSync(group, { recursive: true })
  boundCpu(host, cpuPercent)
}

/** Gives a host so much of one core. */
export function boundCpu(host, percent) {
  const group = groupOf(host)
  if (group === undefined || !existsSync(group))
    throw new Error(`The CPU of ${host} can't be bounded.`)
  if (cpuBound() === 'cgroup2') writeFileSync(`${group}/cpu.max`, `${percent * 1000} 100000`)
  else writeFileSync(`${group}/cpu.cfs_quota_us`, String(percent * 1000))
}

/** Puts a process into the group of its host. */
export function joinGroup(host, pid) {
  const group = groupOf(host)
  if (group !== undefined) writeFileSync(`${group}/cgroup.procs`, String(pid))
}

/** Removes the group of a host whose processes have ended. */
export function removeGroup(host) {
  const group = groupOf(host)
  if (group !== undefined && existsSync(group)) rmdirSync(group)
}
