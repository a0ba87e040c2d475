import * as z from 'zod/mini'

/** Another app whose wallets this app's users may bring along (specification §3). */
export const crossAppConnection = z.object({
  provider_app_id: z.string(),
  provider_app_name: z.string(),
  provider_app_icon_url: z.nullable(z.string()),
  provider_app_custom_api_url: z.nullable(z.string()),
  /** Read by clients of E3 (wire reference §34.9). */
  provider_app_custom_auth_authorize_url: z.optional(z.nullable(z.string())),
  provider_app_custom_auth_transact_url: z.optional(z.nullable(z.string())),
  /** Its wallets are shown but asked to sign nothing. */
  read_only: z.boolean(),
})
export type CrossAppConnection = z.output<typeof crossAppConnection>

/** Answer of `GET /apps/{app_id}/cross-app/connections`. */
export const crossAppConnections = z.object({ connections: z.array(crossAppConnection) })
