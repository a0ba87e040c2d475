import * as z from 'zod/mini'

/** How users of an app log in on pages of the auth origin that stand alone. In the page's configuration it is read by those pages alone. */
export const pageLoginKinds = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  /** Providers, with the names that users know. */
  providers: z.array(z.object({ provider: z.string(), name: z.string() })),
})
export type PageLogins = z.output<typeof pageLoginKinds>
