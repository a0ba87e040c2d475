/** A signature that is to be checked by the contract at an address. */
interface ContractSignature {
  /** The number of an EIP-155 chain. */
  chainId: string
  address: `0x${string}`
  /** What was signed: 32 bytes. */
  hash: `0x${string}`
  signature: `0x${string}`
}

/** Checks signatures of contract wallets (ERC-1271), also of those that are not deployed yet (ERC-6492). */
export interface ContractSignatures {
  /** Whether the server can reach the chain. */
  supports(chainId: string): boolean
  /** @throws Error when the chain's node does not answer: nothing is known about the signature then. */
  verify(signature: ContractSignature): Promise<boolean>
}

/** A user waits for the answer. */
const deadlineMs = 4_000
/** Answers are one word; an error is a sentence. */
const maxAnswerLength = 65_536

/** Checks by one `eth_call` to the RPC URL of the chain. `urls` is by chain number. */
export function rpcContractSignatures(
  urls: ReadonlyMap<string, string>,
  fetcher: typeof fetch = fetch,
): ContractSignatures {
  return {
    supports: (chainId) => urls.has(chainId),
    verify: async ({ chainId, address, hash, signature }) => {
      const url = urls.get(chainId)
      if (url === undefined) throw new Error(`No RPC URL for chain ${chainId}`)
      const data = await encodeCall(address, hash, signature)
      const response = await fetcher(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_call',
          params: [{ data }, 'latest'],
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      return readAnswer(await response.text(), chainId)
    },
  }
}

/** The validator contract of ERC-6492, which the call runs without deploying it. */
async function encodeCall(...args: [`0x${string}`, `0x${string}`, `0x${string}`]): Promise<string> {
  // Few logins need it.
  const {
    encodeDeployData,
    universalSignatureValidatorAbi: abi,
    universalSignatureValidatorByteCode: bytecode,
  } = await import('viem')
  return encodeDeployData({ abi, bytecode, args })
}

function readAnswer(text: string, chainId: string): boolean {
  const answer: unknown = text.length > maxAnswerLength ? undefined : parse(text)
  const { result, error } = isRecord(answer) ? answer : {}
  if (typeof result === 'string' && /^0x0*[01]$/.test(result)) return result.endsWith('1')
  // The wallet's contract refused by reverting.
  if (isRecord(error) && (error.code === 3 || /revert/i.test(String(error.message)))) return false
  throw new Error(`The node of chain ${chainId} gave no answer about a signature`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
