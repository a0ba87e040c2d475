import { shorten } from '@sallyport/contract/requests'
import { useId, useState } from 'react'
import type { ChosenWallet, LinkOptions } from '../../flow/screens.js'
import { useConnectCopy } from '../../modal/use-connect-copy.js'
import { Notice } from '../../ui/notice.js'
import { useWalletOptions } from './use-wallet-options.js'
import { WalletRow } from './wallet-row.js'

/** Lists of more wallets have a search field. */
const searchedFrom = 7

/** The wallets to choose from, with a search field when there are many. */
export function WalletList(props: {
  options: LinkOptions
  onChoose: (wallet: ChosenWallet) => void
}) {
  const { options, onChoose } = props
  const { connect } = useConnectCopy()
  const wallets = useWalletOptions(options)
  const [wanted, setWanted] = useState('')
  const id = useId()
  const matches = wallets.filter(({ chosen }) =>
    chosen.name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const { suggestedAddress } = options
  return (
    <>
      {suggestedAddress !== undefined && (
        <Notice tone="plain">{connect.expected(shorten(suggestedAddress))}</Notice>
      )}
      {wallets.length >= searchedFrom && (
        <div className="field">
          <label className="spoken" htmlFor={id}>
            {connect.search}
          </label>
          <div className="box">
            <input
              id={id}
              type="search"
              placeholder={connect.search}
              value={wanted}
              autoComplete="off"
              onChange={(event) => setWanted(event.target.value)}
            />
          </div>
        </div>
      )}
      <div className="rows">
        {matches.map((option) => (
          <WalletRow
            key={`${option.chosen.how} ${option.chosen.id}`}
            option={option}
            onPress={() => onChoose(option.chosen)}
          />
        ))}
      </div>
      {matches.length === 0 && (
        <p className="note" role="status">
          {wanted === '' ? connect.noWallets : connect.noMatches}
        </p>
      )}
    </>
  )
}
