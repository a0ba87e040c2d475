import { ApiError, api } from '@sallyport/contract'
import { findServerWalletByAddress } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { oncePerKey } from '../../http/once-per-key.js'
import { exportWallet } from '../../wallet-api/export-wallet.js'
import { findDelegated, toWireDelegated } from '../../wallet-api/find-delegated.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { toWireWallet } from '../../wallet-api/to-wire.js'
import { archiveWallet, assignEntity, updateWallet } from './change.js'
import { createBatch, createWallet } from './create.js'
import { createForUser } from './for-user.js'
import { beginImport, submitImport } from './import.js'
import { keysOf, listWallets } from './list.js'
import { authenticateUser } from './user-key.js'

/** The life of server wallets (wire reference §24, §35, §42). */
export function serverWalletRoutes(deps: Deps): Implementation[] {
  return implement(api.serverWallets, {
    create: ({ caller: { app }, body, request: { signed } }) =>
      oncePerKey(
        deps,
        {
          appId: app.id,
          key: signed.idempotencyKey,
          request: { url: signed.url, body: signed.body },
          isKept: () => true,
        },
        async () => toWireWallet(await createWallet(deps, app, body)),
      ),
    createBatch: ({ caller: { app }, body }) => createBatch(deps, app, body.wallets),
    createForUser: ({ caller: { app }, params, body }) =>
      createForUser(deps, app, { userId: params.user_id, wallets: body.wallets }),
    list: ({ caller: { app }, query }) => listWallets(deps, app.id, query),
    find: async ({ caller: { app }, params, query }) => {
      const named = { appId: app.id, walletId: params.wallet_id }
      const delegated = await findDelegated(deps, named)
      if (delegated !== undefined) return toWireDelegated(delegated)
      return toWireWallet(await findWallet(deps, named, { archived: query.include_archived }))
    },
    findByAddress: async ({ caller: { app }, body }) => {
      const row = await findServerWalletByAddress(deps.db, {
        appId: app.id,
        addressKeys: keysOf(body.address),
        archived: body.include_archived ?? false,
      })
      if (row === undefined) throw new ApiError('not_found', { message: 'Wallet not found' })
      return toWireWallet(row)
    },
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      const named = { appId: app.id, walletId: params.wallet_id }
      return toWireWallet(await updateWallet(deps, named, { body, signed }))
    },
    archive: async ({ caller: { app }, params }) =>
      toWireWallet(await archiveWallet(deps, { appId: app.id, walletId: params.wallet_id })),
    assignEntity: ({ caller: { app }, params, body }) =>
      assignEntity(deps, { appId: app.id, walletId: params.wallet_id }, body),
    beginImport: ({ caller: { app }, body }) => beginImport(deps, app, body),
    submitImport: async ({ caller: { app }, body }) =>
      toWireWallet(await submitImport(deps, app, body)),
    authenticate: ({ caller: { app }, body }) => authenticateUser(deps, app, body),
    authenticateOlder: ({ caller: { app }, body }) => authenticateUser(deps, app, body),
    exportKey: async ({ caller: { app }, params, request: { signed } }) =>
      exportWallet(
        deps,
        await findWallet(deps, { appId: app.id, walletId: params.wallet_id }),
        signed,
      ),
  })
}
