import { ConfigError } from '../config.js'
import { listApps } from '../db/apps.js'
import type { Db } from '../db/connect.js'

/**
 * Keeps a production server from serving apps that any page on a visitor's machine may call (ruling 9).
 *
 * @throws ConfigError naming each development app.
 */
export async function refuseDevelopmentApps(db: Db): Promise<void> {
  const apps = await listApps(db)
  const development = apps.filter((app) => app.environment === 'development')
  if (development.length === 0) return
  throw new ConfigError(
    development.map(
      ({ id }) =>
        `App ${id} is a development app and accepts localhost: remove it or make it a production app.`,
    ),
  )
}
