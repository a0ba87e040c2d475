import { bitcoin } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import {
  type BitcoinRequest,
  bitcoinExplorer,
  draftBitcoin,
  quoteBitcoin,
} from './draft-bitcoin.js'
import { TransactionRequest } from './request.js'

type Props = Pick<ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'end'> & {
  request: BitcoinRequest
}

/** Asks the user to approve a Bitcoin transaction and shows what becomes of it. */
export function BitcoinTransaction({ request, data, end }: Props) {
  const { client } = useModal().kit
  const readBalance = async () => {
    const { confirmedSats, pendingSats } = await bitcoin.balance(client, request.address)
    return confirmedSats + pendingSats
  }
  return (
    <TransactionRequest
      data={data}
      end={end}
      draft={draftBitcoin(request)}
      quote={() => quoteBitcoin(request, { readBalance })}
      explorer={(txid) => bitcoinExplorer(request.network, txid)}
      signsOnly={request.kind === 'sign-bitcoin-transaction'}
    />
  )
}
