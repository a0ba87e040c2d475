/** Storages of others in which users keep the recovery keys of wallets, by the name of the method. */
export const cloudStorages = ['google-drive', 'icloud'] as const
export type CloudStorageName = (typeof cloudStorages)[number]
