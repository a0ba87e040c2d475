import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { CallRefused } from './call-refused.js'
import { importTokenKey, type PinDeps, readPin, sealPin } from './pins.js'

/** The token keys and issuer that are pinned for an app. */
export interface PinnedKey {
  issuer: string
  /** SPKI PEM of ES256 keys: the newest first, then earlier ones whose tokens still live. */
  verificationKeys: readonly [string, ...string[]]
}

/**
 * Pins an app's token key at its first use; a key that is pinned or announced already is accepted again.
 *
 * @throws CallRefused `invalid_request` when it is not an ES256 key, `key_mismatch` when others are pinned.
 */
export async function pinAppKey(
  { appId, issuer, verificationKey }: VaultInput<'pinAppKey'>,
  deps: PinDeps,
): Promise<VaultOutput<'pinAppKey'>> {
  const { pin } = (await readPin(appId, deps)) ?? (await insertPin()) ?? {}
  const known = pin && [pin, ...pin.earlier, ...(pin.next ? [pin.next] : [])]
  if (
    pin?.issuer !== issuer || // public values: no constant time needed
    !known?.some((each) => each.verificationKey === verificationKey)
  ) {
    throw new CallRefused('key_mismatch')
  }
  return {}

  async function insertPin() {
    await importTokenKey(verificationKey)
    const record = await sealPin(appId, { issuer, verificationKey, earlier: [] }, deps.cipher)
    await deps.db
      .insertInto('app_key')
      .values({ app_id: appId, record })
      .onConflict((conflict) => conflict.column('app_id').doNothing())
      .execute()
    return readPin(appId, deps)
  }
}

/**
 * The keys whose tokens are accepted for an app, or undefined when none were pinned.
 *
 * @throws RowRefused when the vault did not write the row.
 */
export async function findPinnedKey(appId: string, deps: PinDeps): Promise<PinnedKey | undefined> {
  const stored = await readPin(appId, deps)
  if (!stored) return undefined
  const { issuer, verificationKey, earlier } = stored.pin
  return {
    issuer,
    verificationKeys: [verificationKey, ...earlier.map((key) => key.verificationKey)],
  }
}
