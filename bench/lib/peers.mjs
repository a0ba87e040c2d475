import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Installs a folder's lock file, without install scripts, unless that has been done. */
export async function installPeers(folder, say) {
  const lock = readFileSync(`${folder}/package-lock.json`)
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = `${folder}/node_modules/.installed`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(`installing ${folder.slice(folder.lastIndexOf('bench/'))}`)
  execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stamp, wanted)
}
