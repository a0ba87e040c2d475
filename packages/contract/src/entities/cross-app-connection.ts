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
  /** Ours: origins of its pages that answer requests; messages of its window from others are not its answers. */
  provider_app_answer_origins: z.optional(z.array(z.string())),
  /** Its wallets are shown but asked to sign nothing. */
  read_only: z.boolean(),
})
export type CrossAppConnection = z.output<typeof crossAppConnection>

/** An app, or a site without one, that asks for the wallets of another app's users. */
export const crossAppRequester = z.object({
  /** Null for a site. */
  app_id: z.nullable(z.string()),
  name: z.string(),
  icon_url: z.nullable(z.string()),
  /** Where the answer goes, and nowhere else. */
  origin: z.string(),
  /** It sees addresses and may not ask for signatures. */
  read_only: z.boolean(),
})
export type CrossAppRequester = z.output<typeof crossAppRequester>

/** Answer of `GET /apps/{app_id}/cross-app/connections`. */
export const crossAppConnections = z.object({ connections: z.array(crossAppConnection) })
