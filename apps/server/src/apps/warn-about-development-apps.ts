import { listApps } from '../db/apps.js'
import type { Deps } from '../deps.js'

/**
 * Logs a warning for each development app in the database of a production server, which does not serve them (ruling 9,
 * T-24). An error of the database is logged as well: the server starts without the warning.
 */
export async function warnAboutDevelopmentApps({ db, logger }: Pick<Deps, 'db' | 'logger'>) {
  const apps = await listApps(db).catch((error: unknown) => {
    logger.warn({ err: error }, 'the apps of development could not be listed')
    return []
  })
  for (const { id } of apps.filter((app) => app.environment === 'development')) {
    logger.warn(
      { event: 'development_app', appId: id },
      'This app accepts localhost, so a production server does not serve it: create a production app, and retire this one (npm run retire-app)',
    )
  }
}
