/*
 * Every optional peer dependency is imported in this file and nowhere else: an app that does not use a chain or a wallet
 * does not install its library. What bundlers need to build without error and without warning:
 * - Vite, esbuild, Rollup and Turbopack accept a missing package in an `import()` inside of `try`.
 * - webpack warns of one, so this file is loaded through `webpack/` there (condition `webpack` in package.json).
 * - Parcel accepts it only in `require` inside of `try`: `alias` in package.json names the files in `parcel/`.
 * The functions are destructured on the spot so that bundlers keep only these.
 */

/** What requests on Ethereum use of viem. @throws Error when it is not installed. */
export async function importViem() {
  try {
    const {
      BaseError,
      checksumAddress,
      createClient,
      custom,
      decodeErrorResult,
      isHex,
      keccak256,
    } = await import('viem')
    const { estimateFeesPerGas, estimateGas, getBalance, getTransactionCount } = await import(
      'viem/actions'
    )
    return present(createClient, {
      BaseError,
      checksumAddress,
      createClient,
      custom,
      decodeErrorResult,
      isHex,
      keccak256,
      estimateFeesPerGas,
      estimateGas,
      getBalance,
      getTransactionCount,
    })
  } catch (cause) {
    throw new Error('viem could not be loaded', { cause })
  }
}

/** viem's check of an address and its checksum. @throws Error when viem is not installed. */
export async function importAddressCheck() {
  try {
    const { isAddress } = await import('viem')
    return present(isAddress, isAddress)
  } catch (cause) {
    throw new Error('viem could not be loaded', { cause })
  }
}

/** What an account of viem is made with. @throws Error when viem is not installed. */
export async function importViemAccounts() {
  try {
    const {
      bytesToHex,
      formatTransactionRequest,
      getAddress,
      getTypesForEIP712Domain,
      numberToHex,
      serializeTypedData,
      stringToHex,
    } = await import('viem')
    const { toAccount } = await import('viem/accounts')
    return present(toAccount, {
      bytesToHex,
      formatTransactionRequest,
      getAddress,
      getTypesForEIP712Domain,
      numberToHex,
      serializeTypedData,
      stringToHex,
      toAccount,
    })
  } catch (cause) {
    throw new Error('viem could not be loaded', { cause })
  }
}

/** What requests on Solana use of @solana/kit. @throws Error when it is not installed. */
export async function importSolanaKit() {
  try {
    const {
      address,
      appendTransactionMessageInstructions,
      compileTransaction,
      createTransactionMessage,
      getAddressEncoder,
      getBase58Decoder,
      getCompiledTransactionMessageDecoder,
      getProgramDerivedAddress,
      getTransactionDecoder,
      getTransactionEncoder,
      setTransactionMessageFeePayer,
      setTransactionMessageLifetimeUsingBlockhash,
    } = await import('@solana/kit')
    return present(compileTransaction, {
      address,
      appendTransactionMessageInstructions,
      compileTransaction,
      createTransactionMessage,
      getAddressEncoder,
      getBase58Decoder,
      getCompiledTransactionMessageDecoder,
      getProgramDerivedAddress,
      getTransactionDecoder,
      getTransactionEncoder,
      setTransactionMessageFeePayer,
      setTransactionMessageLifetimeUsingBlockhash,
    })
  } catch (cause) {
    throw new Error('@solana/kit could not be loaded', { cause })
  }
}

/** WalletConnect's own client. @throws Error when it is not installed. */
export async function importSignClient() {
  try {
    const { SignClient } = await import('@walletconnect/sign-client')
    return present(SignClient, SignClient)
  } catch (cause) {
    throw new Error('@walletconnect/sign-client could not be loaded', { cause })
  }
}

/** Coinbase's own SDK. @throws Error when it is not installed. */
export async function importCoinbaseSdk() {
  try {
    const { createCoinbaseWalletSDK } = await import('@coinbase/wallet-sdk')
    return present(createCoinbaseWalletSDK, createCoinbaseWalletSDK)
  } catch (cause) {
    throw new Error('@coinbase/wallet-sdk could not be loaded', { cause })
  }
}

/** Vite and Parcel build a missing package as an empty module. */
function present<T>(probe: unknown, found: T): T {
  if (probe === undefined) throw new Error('The package is not installed')
  return found
}
