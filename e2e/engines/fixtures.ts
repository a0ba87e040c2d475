import { test as base } from '@playwright/test'
import type { Engine, EngineName, Profile, ProfileOptions } from './driver.js'
import { engineOf } from './engines.js'

/** `engine` is the project's; `open` starts browsers that close with the test. */
export const test = base.extend<{
  engine: Engine
  open: (options?: ProfileOptions) => Promise<Profile>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  engine: async ({}, use, info) => {
    const name = info.project.name as EngineName // the config names the projects so
    const engine = engineOf(name)
    base.skip(engine === undefined, `${name} is not installed on this machine`)
    if (engine) await use(engine)
  },
  open: async ({ engine }, use, info) => {
    const profiles: Profile[] = []
    await use(async (options) => {
      const profile = await engine.open(options)
      profiles.push(profile)
      return profile
    })
    for (const [index, profile] of profiles.entries()) {
      if (info.status !== info.expectedStatus) {
        const body = await pictureOf(profile)
        if (body) await info.attach(`browser-${index}.png`, { body: Buffer.from(body) })
      }
      await profile.close()
    }
  },
})

/** WebKit's driver now and then never answers. */
async function pictureOf({ tab }: Profile): Promise<Uint8Array | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 5_000))
  return Promise.race([tab.screenshot().catch(() => undefined), late])
}
