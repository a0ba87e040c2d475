import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

/**
 * Why the database in the setting `name` cannot be used, in a sentence, or an empty text. It is asked as the program's user, whom
 * Postgres may know by name.
 */
export async function databaseProblem(name, url, user) {
  const check = fileURLToPath(new URL('check-database.mjs', import.meta.url))
  const input = JSON.stringify({ name, url })
  const { code, output } = await run(process.execPath, [check], { input, user })
  // Node may write warnings as well.
  if (code === 0) return output.split('\n').find((line) => line.startsWith(`${name} `)) ?? ''
  return `${name} could not be checked: ${output.trim()}`
}
