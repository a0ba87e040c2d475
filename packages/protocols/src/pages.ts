import { cloudStorages, framePageConfig } from '@sallyport/contract'
import * as z from 'zod/mini'

/** Where the process of the pages asks the API about an app. The answer holds nothing that the page does not show. */
export function pageSettingsPath(appId: string): string {
  return `/apps/${appId}/embedded-wallets/settings`
}

/** A source in `frame-ancestors`: an origin, with wildcards for a label and a port. Nothing that ends a directive. */
const ancestor = z.string().check(z.regex(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:(\d{1,5}|\*))?$/))

/**
 * What the API says about an app's wallet frame. The vault's key is left out: the pages ask the vault for it, because a
 * key that the API named would show the API what the frame stores at the vault.
 */
export const pageSettings = z.object({
  /** Origins that may embed the frame; none when the list is empty. */
  ancestors: z.array(ancestor),
  /** Storages whose hosts the frame may call. The pages know the hosts: the API cannot name others. */
  storages: z.optional(z.array(z.enum(cloudStorages))),
  config: z.omit(framePageConfig, {
    vaultPublicKey: true,
    delegateKey: true,
    storageSimulator: true,
  }),
})
export type PageSettings = z.output<typeof pageSettings>
