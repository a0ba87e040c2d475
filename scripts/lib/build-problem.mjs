import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Why `npm run serve` cannot build what is missing, in one sentence; undefined when it can. */
export function buildProblem(root) {
  const isInstalled = (name) => existsSync(join(root, 'node_modules', name))
  if (!isInstalled('fastify')) return 'Nothing is installed yet: run npm ci first.'
  if (isInstalled('rolldown')) return undefined
  return 'Nothing is built yet, and the build tools are not installed (npm ci --omit=dev leaves them out): run npm ci and npm run serve once where you build, then deploy the folder with its dist folders.'
}
