import { crossApp } from '@sallyport/core'

/* Calls about other apps, loaded by pages that use one. */
export const { connections, findConnection, signMessage, signTypedData, sendTransaction } = crossApp
