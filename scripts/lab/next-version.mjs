import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where each program with a database lists its steps, the newest of them, and a table of its own. */
const steps = {
  server: { file: 'db/migrate.js', newest: '0068-user-locale', table: 'user_account' },
  vault: { file: 'migrations.js', newest: '0013-heartbeats', table: 'recovery_key' },
  signer: { file: 'migrations.js', newest: '0007-heartbeats', table: 'wallet' },
}

/**
 * Makes what the next version could be of the built programs: another version number, and a step that adds a column to a table of each database.
 *
 * @returns The folder of its build.
 */
export function makeNextVersion(root, folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const program of ['server', 'vault', 'signer', 'pages']) {
    const [from, to] = [root, folder].map((each) => join(each, 'apps', program))
    mkdirSync(to, { recursive: true })
    cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true })
    const described = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
    writeFileSync(join(to, 'package.json'), JSON.stringify({ ...described, version: '999.0.0' }))
    const own = join(from, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(to, 'node_modules'))
  }
  for (const name of ['node_modules', 'packages']) symlinkSync(join(root, name), join(folder, name))
  for (const [program, { file, newest, table }] of Object.entries(steps)) {
    const path = join(folder, 'apps', program, 'dist', file)
    const text = readFileSync(path, 'utf8')
    const place = new RegExp(`["']${newest}["']:`)
    if (!place.test(text)) throw new Error(`${file} of ${program} has no step ${newest}`)
    const step = `'9999-next-version': { up: (db) => db.schema.alterTable('${table}').addColumn('next_version', 'text').execute() },`
    writeFileSync(
      path,
      text.replace(place, (found) => `${step} ${found}`),
    )
  }
  return folder
}
