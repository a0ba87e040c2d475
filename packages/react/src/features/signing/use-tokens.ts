import { listedToken, type TypedDataMeaning } from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { readToken, type TokenOnChain } from '../../chain/read-token.js'
import { loadWallets } from '../../load-wallets.js'
import { useModal } from '../../modal/modal-context.js'
import type { SigningSubject } from './read-request.js'

/** Tokens by the address of their contract, as far as their chain has said. */
export type KnownTokens = Readonly<Record<string, TokenOnChain>>

/** The most tokens that are asked for; amounts of others are shown in smallest units. */
const mostTokens = 8

/** The contracts of the tokens that `meaning` names. */
function tokensOf(meaning: TypedDataMeaning): readonly string[] {
  switch (meaning.kind) {
    case 'execution':
      return 'token' in meaning.action ? [meaning.action.token] : []
    case 'order':
      return [...meaning.gives, ...meaning.gets].flatMap(({ token }) => token ?? [])
    case 'allowance':
    case 'transfer':
      return meaning.amounts.flatMap(({ token }) => token ?? [])
  }
}

/** What the chain says about the tokens of a request, where the app is configured for that chain. */
export function useTokens(request: ConfirmRequest, subject: SigningSubject): KnownTokens {
  const { client } = useModal().kit
  const [tokens, setTokens] = useState<KnownTokens>({})
  const { address } = request
  const wanted = request.kind === 'sign-typed-data' ? request.chainId : undefined
  const reading = subject.kind === 'typed-data' ? subject : null
  const chainId = reading?.chainId ?? (wanted === undefined ? null : BigInt(wanted))
  const named = (reading?.meanings ?? []).flatMap(tokensOf)
  // The pinned list knows its tokens without the chain.
  const addresses = [...new Set(named)].filter((each) => listedToken(chainId, each) === null)
  const list = addresses.slice(0, mostTokens).join(' ')
  useEffect(() => {
    if (chainId === null || list === '') return
    let current = true
    const load = async () => {
      const { ethereum } = await loadWallets()
      const chain = ethereum.chainsOf(client.options).find(({ id }) => BigInt(id) === chainId)
      if (!chain) return
      await Promise.all(
        list.split(' ').map(async (token) => {
          const found = await readToken({ client }, { chain, token, holder: address })
          if (found && current) setTokens((before) => ({ ...before, [token]: found }))
        }),
      )
    }
    // Without the chain amounts are shown in smallest units.
    void load().catch(() => undefined)
    return () => {
      current = false
    }
  }, [client, chainId, list, address])
  return tokens
}
