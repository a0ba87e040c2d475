import * as z from 'zod/mini'
import { accountId } from '../primitives/account-id.js'

const maxEntries = 50
const readOnly = z.boolean()

/** How an app shares wallets with others (docs/features/cross-app.md). */
export const crossAppSettings = z.strictObject({
  /** The apps whose users may bring their wallets to this one. */
  providers: z
    .array(z.strictObject({ app_id: accountId, read_only: readOnly }))
    .check(z.maxLength(maxEntries)),
  /** The page of this app that asks its users; null while no other app may ask. */
  page_url: z.nullable(z.string().check(z.maxLength(2048))),
  /** The apps that may ask for the wallets of this app's users. */
  requesters: z
    .array(z.strictObject({ app_id: accountId, read_only: readOnly }))
    .check(z.maxLength(maxEntries)),
  /** Sites without an app here that may, by the wagmi connector. */
  requester_sites: z
    .array(
      z.strictObject({
        origin: z.string().check(z.maxLength(300)),
        name: z.string().check(z.minLength(1), z.maxLength(100)),
        read_only: readOnly,
      }),
    )
    .check(z.maxLength(maxEntries)),
})
export type CrossAppSettings = z.output<typeof crossAppSettings>
