import * as z from 'zod/mini'
import { appConfig, ownerSettings } from './app-config.js'

type Optional<S extends Record<string, z.ZodMiniType>> = { [K in keyof S]: z.ZodMiniOptional<S[K]> }

/** Most users the app takes; null for no limit. What clients fetch does not tell it. */
const maxUsers = z.nullable(z.number().check(z.minimum(1), z.maximum(2 ** 31 - 1), z.multipleOf(1)))

/** The app's configuration as its owner sees it (ours, not the specification's). */
export const ownAppConfig = z.object({ ...appConfig.shape, max_users: maxUsers })
export type OwnAppConfig = z.output<typeof ownAppConfig>

/** What an app's owner may change; every key optional, no others (ours, not the specification's). */
export const appSettings = z.strictObject(
  {
    // `z.partial` and `z.omit` would cost 0.5 KB.
    ...(Object.fromEntries(
      Object.entries(ownerSettings).map(([key, schema]) => [
        key,
        z.optional<z.ZodMiniType>(schema),
      ]),
    ) as Optional<typeof ownerSettings>), // one optional schema per key of the record it maps over
    max_users: z.optional(maxUsers),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `There is no setting ${keys.join(', ')}` : undefined,
  },
)
