import { type ChainType, type FarcasterSigner, isSameAddressOn } from '@sallyport/contract'
import type { RecoveryChoice } from '../recovery/requested-recovery.js'
import type { RecoveryFields } from '../recovery/strategies.js'
import { connect } from './connect.js'
import type { Caller, WalletContext } from './context.js'
import type { CreateInput } from './create.js'
import { findRecord, type RootAddress, settleRecord } from './find-record.js'
import { createRememberedRecords } from './remembered-records.js'
import { type AccountPath, requireChain } from './root.js'
import { signRequest } from './sign.js'
import { warmUp } from './warm-up.js'

/** An address of a root by chain and index, the chain not yet checked. */
interface PathInput {
  chainType: ChainType
  walletIndex: number
}

/** What the page can ask of wallets, whatever the event is called. */
export interface Wallets {
  /** The user's first address of the chain; made if there is none. */
  create(
    caller: Caller,
    input: {
      chainType: ChainType
      existing: RootAddress | undefined
      recovery: RecoveryChoice
    },
  ): Promise<string>
  /** Keeps a private key or recovery phrase as a wallet of its own. */
  importSecret(
    caller: Caller,
    input: { chainType: ChainType; text: string; recovery: RecoveryChoice },
  ): Promise<string>
  /** A further address of a root. */
  add(caller: Caller, root: RootAddress, path: PathInput): Promise<string>
  connect(caller: Caller, root: RootAddress): Promise<void>
  recover(caller: Caller, root: RootAddress, fields: RecoveryFields): Promise<void>
  /** Replaces the recovery method of a wallet on this device. */
  setRecovery(
    caller: Caller,
    root: RootAddress,
    input: { replaces: string | undefined; recovery: RecoveryChoice },
  ): Promise<void>
  /** `path.walletIndex` absent: the index of the address that names the root. */
  sign(
    caller: Caller,
    root: RootAddress,
    input: {
      path: { chainType: ChainType; walletIndex: number | undefined }
      request: { method: string; params?: unknown }
    },
  ): Promise<{ address: string; data: unknown }>
  /** Asks the user's Farcaster app to approve the key of a wallet's root. */
  requestFarcasterSigner(
    caller: Caller,
    root: RootAddress,
    walletIndex: number,
  ): Promise<FarcasterSigner>
  /** Signs the hash of a Farcaster message, 0x and hex, with that key. */
  signFarcaster(
    caller: Caller,
    root: RootAddress,
    input: { walletIndex: number; hash: string },
  ): Promise<string>
  /** Drops what is under way for a user who logged out. */
  clear(userId: string): void
  /** Makes the first creation or signature fast; touches no wallet. */
  warmUp(): Promise<void>
}

/** Binds wallet operations to their context. Creation, recovery and adding of one user never overlap. */
export function createWallets(context: WalletContext): Wallets {
  const creating = new Map<string, Promise<string>>()
  const records = createRememberedRecords()
  const exclusive = <T>({ appId, userId }: Caller, task: () => Promise<T>) =>
    context.runExclusive(`sallyport:${appId}:${userId}`, task)

  return {
    create(caller, { chainType, existing, recovery }) {
      const input: CreateInput = { chainType: requireChain(chainType), existing, recovery }
      const key = creationKey(caller, input)
      const running = creating.get(key)
      if (running) return running
      const created = exclusive(caller, async () => {
        const { createWallet } = await import('./create.js')
        return createWallet(context, caller, input)
      })
      creating.set(key, created)
      const forget = () => {
        if (creating.get(key) === created) creating.delete(key)
      }
      created.then(forget, forget)
      return created
    },
    importSecret: (caller, { chainType, text, recovery }) =>
      exclusive(caller, async () => {
        const { importWallet, requireImportChain } = await import('./import.js')
        const chain = requireImportChain(chainType)
        return importWallet(context, caller, { chainType: chain, text, recovery })
      }),
    add: (caller, root, input) =>
      exclusive(caller, async () => {
        const path = checkPath(input)
        const record = await usableRecord(context, caller, root)
        const { addAccount } = await import('./add-account.js')
        return addAccount(context, { caller, record, path })
      }),
    connect: (caller, root) => connect(context, caller, root),
    recover: (caller, address, fields) =>
      exclusive(caller, async () => {
        const { recover } = await import('./recover.js')
        await recover(context, caller, { address, fields })
      }),
    setRecovery: (caller, address, input) =>
      exclusive(caller, async () => {
        const { setRecovery } = await import('./set-recovery.js')
        await setRecovery(context, caller, { address, ...input })
        // What was remembered of this device's shares is of the generation before.
        records.clear()
      }),
    sign: (caller, root, { path: { chainType, walletIndex }, request }) =>
      records.use([caller.userId, root.chainType, root.address].join('\n'), {
        read: () => usableRecord(context, caller, root),
        use: async (record) => {
          const named = record.accounts.find(
            (account) =>
              account.chainType === chainType &&
              isSameAddressOn(chainType, account.address, root.address),
          )
          const path = checkPath({ chainType, walletIndex: walletIndex ?? named?.walletIndex ?? 0 })
          return signRequest(context, { caller, record, path, request })
        },
      }),
    requestFarcasterSigner: async (caller, root, walletIndex) => {
      const { requestSigner } = await import('./farcaster-signer.js')
      const record = await usableRecord(context, caller, root)
      return requestSigner(context, { caller, record, walletIndex })
    },
    signFarcaster: async (caller, root, input) => {
      const { signHash } = await import('./farcaster-signer.js')
      const record = await usableRecord(context, caller, root)
      return signHash(context, { caller, record, ...input })
    },
    warmUp: async () => {
      await Promise.all([import('./create.js'), warmUp(context.webCrypto)])
    },
    clear(userId) {
      records.clear()
      for (const key of creating.keys()) {
        if (key.startsWith(`${userId}\n`)) creating.delete(key)
      }
    },
  }
}

function creationKey({ userId }: Caller, { chainType, existing }: CreateInput): string {
  return [userId, chainType, existing?.chainType, existing?.address].join('\n')
}

function checkPath({ chainType, walletIndex }: PathInput): AccountPath {
  return { chainType: requireChain(chainType), walletIndex }
}

async function usableRecord(context: WalletContext, caller: Caller, root: RootAddress) {
  return settleRecord(context, caller, await findRecord(context, caller, root))
}
