import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const own = ['contract', 'core', 'react']
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Packs our packages as they would be published and installs them, with React, in `folder`. */
export function packOwn({ root, folder, page, react }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tarballs = own.map((name) => {
    const args = ['pack', '--json', '--pack-destination', folder]
    const said = execFileSync(npm, args, {
      cwd: join(root, 'packages', name),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return [`@sallyport/${name}`, `file:${JSON.parse(said)[0].filename}`]
  })
  const { overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packed = Object.fromEntries(tarballs)
  const manifest = {
    name: 'sallyport-bench-own',
    private: true,
    type: 'module',
    dependencies: { react, 'react-dom': react, ...packed },
    // The packages ask for each other by version, and all come from this pack; the rest is what the product is tested with.
    overrides: { ...packed, ...overrides },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync(npm, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync(page, join(folder, 'main.jsx'))
}
