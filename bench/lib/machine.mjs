import { readFileSync } from 'node:fs'
import os from 'node:os'

/** One line that says what the figures were measured on. */
export function describeMachine(more = {}) {
  const cpu = os.cpus()
  const facts = {
    cores: `${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    system: `${os.type()} ${os.release()}`,
    'load before': os.loadavg()[0].toFixed(1),
    Node: process.versions.node,
    OpenSSL: process.versions.openssl,
    ...more,
  }
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')
}

/** The version of an installed package, by its folder. */
export function versionOf(folder) {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, 'file://'), 'utf8')).version
}
