import { loginChainTypes } from '@sallyport/contract'
import type { externalWallet, SallyportClient } from '@sallyport/core'
import type { Funding } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { Button } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { useExternalWallets } from '../../use-external-wallets.js'
import { writeUnits } from './amounts.js'
import { factsOf } from './networks.js'
import { canPay, payingNetwork, sourceOf } from './sources.js'
import { useUnits } from './use-units.js'

/** The wallets that are connected, and those that can be, to pay from. */
export function FundingTransferFromWallet({
  data,
  end,
}: ScreenProps<'FUNDING_TRANSFER_FROM_WALLET_SCREEN'>) {
  const { funding } = data
  const { kit } = useModal()
  const { client } = kit
  const { funding: copy } = useFundingCopy()
  const { wallets } = useExternalWallets(kit)
  const paying = wallets.filter(
    ({ connector, address }) =>
      canPay(client, funding, connector.chainType) && address !== funding.address,
  )
  return (
    <Screen
      title={copy.walletsTitle}
      help={isolateBidi(copy.to(factsOf(client, funding.network).name))}
      image={<ScreenIcon icon="wallet" />}
    >
      {paying.length > 0 && (
        <div className="group">
          <h3>{copy.connected}</h3>
          <div className="rows">
            {paying.map((wallet) => (
              <SourceRow
                key={`${wallet.connector.id} ${wallet.address}`}
                wallet={wallet}
                funding={funding}
                onPress={() => end('pays', { source: sourceOf(wallet) })}
              />
            ))}
          </div>
        </div>
      )}
      <Button
        kind={paying.length > 0 ? 'secondary' : 'primary'}
        onPress={() => end('connects', { walletChainType: offeredTypes(client, funding) })}
      >
        {copy.others}
      </Button>
    </Screen>
  )
}

/** The kinds of wallets that can pay. */
function offeredTypes(client: SallyportClient, funding: Funding) {
  const able = loginChainTypes.filter((type) => canPay(client, funding, type))
  if (able.length > 1) return 'ethereum-and-solana' as const
  return `${funding.network.type}-only` as const
}

function SourceRow(props: {
  wallet: externalWallet.ExternalWallet
  funding: Funding
  onPress: () => void
}) {
  const { wallet, funding, onPress } = props
  const { kit, locale } = useModal()
  const { funding: copy } = useFundingCopy()
  const { connector, address } = wallet
  const isSame = connector.chainType === funding.network.type
  const network = payingNetwork(kit.client, funding, connector.chainType)
  const { name, coin } = factsOf(kit.client, network)
  const asset = isSame ? funding.asset : { ...coin, token: null }
  const units = useUnits({ address, network, asset })
  const held = units === null ? null : copy.holds(writeUnits(units, asset, locale))
  return (
    <Row
      icon={connector.icon === null ? 'wallet' : { url: connector.icon }}
      name={connector.name}
      detail={held ?? name}
      note={held === null ? undefined : name}
      onPress={onPress}
    />
  )
}
