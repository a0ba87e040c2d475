import { createTestKit } from '@sallyport/testing'
import { expect, test } from 'vitest'
import { warnAboutDevelopmentApps } from './warn-about-development-apps.js'

test('names the development apps; a database that fails is logged and ends nothing', async () => {
  const kit = await createTestKit()
  await warnAboutDevelopmentApps(kit.deps)
  expect(kit.log.join('\n')).toContain(`"appId":"${kit.appId}"`)

  const failing = {
    ...kit.deps,
    db: kit.db.withSchema('absent'),
  }
  await warnAboutDevelopmentApps(failing)
  expect(kit.log.join('\n')).toContain('the apps of development could not be listed')
  await kit.close()
})
