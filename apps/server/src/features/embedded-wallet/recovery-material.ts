import {
  ApiError,
  automaticRecoveryMethod,
  type ChainType,
  isSameAddressOn,
  type RecoveryKeyMaterial,
  type RecoveryMethod,
  recoveryMaterial,
} from '@sallyport/contract'
import type { RecoveryMethodRow } from '../../db/recovery-methods.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { walletBudget } from './limits.js'
import type { Owner } from './owner.js'
import { listOwnRoots } from './read-rows.js'
import { recoveryOf } from './recovery-method.js'

/** What public clients ask about the recovery of a wallet. */
export function recoveryMaterialRoutes(deps: Deps): Implementation[] {
  return implement(recoveryMaterial, {
    keyMaterial: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('key-material', spender)],
      handle: async ({ caller, params, body }) => {
        const owner = { appId: caller.app.id, userId: caller.userId }
        const { address } = params
        return toMaterial(await findRecovery(deps, owner, { address, chainType: body.chain_type }))
      },
    },
  })
}

/** The recovery of the owner's wallet with this address. @throws ApiError `linked_account_not_found`. */
async function findRecovery(
  deps: Deps,
  owner: Owner,
  { address, chainType }: { address: string; chainType: ChainType | null | undefined },
): Promise<RecoveryMethodRow> {
  const roots = await listOwnRoots(deps, owner)
  const root = roots.find(({ accounts }) =>
    accounts.some(
      (account) =>
        (chainType ?? account.chain_type) === account.chain_type &&
        isSameAddressOn(account.chain_type, account.address, address),
    ),
  )
  if (!root) throw new ApiError('linked_account_not_found')
  return recoveryOf(root)
}

/**
 * How a recovery is found again. None of it opens a wallet: the vault keeps the other half of every recovery key, and gives it to
 * the wallet frame only, sealed, against a proof of the user's secret.
 *
 * @throws ApiError `not_supported` for a method that the wire has no type for.
 */
export function toMaterial({ method, locator }: RecoveryMethodRow): RecoveryKeyMaterial {
  const known: Readonly<Record<string, ToMaterial | undefined>> = materials
  const found = Object.hasOwn(known, method) ? known[method]?.(locator ?? '') : undefined
  if (found) return found
  throw new ApiError('not_supported', {
    message: 'The wallet page alone recovers a wallet with this recovery method',
  })
}

type ToMaterial = (locator: string) => RecoveryKeyMaterial | undefined

const materials: Record<RecoveryMethod, ToMaterial> = {
  // Its key leaves the vault only sealed to the wallet frame.
  [automaticRecoveryMethod]: () => ({
    recovery_type: 'privy_generated_recovery_key',
    recovery_key: null,
  }),
  'user-passcode': (locator) => ({
    recovery_type: 'user_passcode_derived_recovery_key',
    // `argon2id$<memory>$<passes>$<salt>`
    recovery_key_derivation_salt: locator.split('$').at(-1) ?? null,
  }),
  'google-drive': (locator) => ({
    recovery_type: 'google_drive_recovery_secret',
    file_id: locator,
  }),
  icloud: (locator) => ({
    recovery_type: 'icloud_recovery_secret',
    icloud_record_name: locator,
  }),
  passkey: () => undefined,
}
