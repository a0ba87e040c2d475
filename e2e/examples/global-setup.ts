import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from '../../scripts/lib/pack.mjs'
import startStacks from '../global-setup.js'
import { makeOutsideFolder } from './install.js'
import { root } from './root.js'

const cache = join(root, '.cache', 'examples')

/** Packs the packages as a registry would get them, starts a stack of its own, and makes the folder of the apps. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const fresh = join(cache, 'packing')
  rmSync(fresh, { recursive: true, force: true })
  const packed: Record<string, string> = await pack(root, fresh)
  const hash = createHash('sha256')
  for (const tarball of Object.values(packed)) hash.update(readFileSync(tarball))
  // npm takes a tarball of the same path for the same package: the content is part of the path.
  const folder = join(cache, `packages-${hash.digest('hex').slice(0, 16)}`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  const moved = Object.entries(packed).map(([name, path]) => [name, path.replace(fresh, folder)])
  process.env.SALLYPORT_TARBALLS = JSON.stringify(Object.fromEntries(moved))
  const apps = makeOutsideFolder()
  const stopStacks = await startStacks({ workers: 1 })
  return async () => {
    await stopStacks()
    rmSync(apps, { recursive: true, force: true })
  }
}
