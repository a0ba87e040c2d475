import type { FundingOrder } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { ShortAddress } from '../../ui/short-address.js'
import { cardIcon, exchangeIcon, moveIcon, qrIcon } from './icons.js'
import { type MethodOption, optionsOf, providerNames } from './methods.js'
import { factsOf } from './networks.js'
import { isSoldBy } from './on-ramp.js'
import { openOrdersOf } from './order-store.js'

/** The ways to add money to a wallet. */
export function FundingMethodSelection({
  data,
  end,
}: ScreenProps<'FUNDING_METHOD_SELECTION_SCREEN'>) {
  const { funding } = data
  const { client } = useModal().kit
  const { funding: copy } = useFundingCopy()
  const { name } = factsOf(client, funding.network)
  const open = openOrdersOf(client, funding.address)
  const options = optionsOf(funding, (provider) => isSoldBy(client, provider, funding))
  return (
    <Screen title={copy.title} help={isolateBidi(copy.to(name))} image={<ScreenIcon icon="plus" />}>
      <div className="centre">
        <ShortAddress address={funding.address} />
      </div>
      {open.length > 0 && (
        <div className="group">
          <h3>{copy.notFinished}</h3>
          <div className="rows">
            {open.map((order) => (
              <OpenOrderRow
                key={order.id}
                order={order}
                onPress={() => end('resumes', { order })}
              />
            ))}
          </div>
        </div>
      )}
      {options.length === 0 && <Notice tone="plain">{copy.noMethods}</Notice>}
      <div className="rows">
        {options.map((option) => (
          <OptionRow
            key={'way' in option ? `${option.method} ${option.way.kind}` : option.method}
            option={option}
            asset={funding.asset.symbol}
            network={name}
            isOnlyCard={options.filter(({ method }) => method === 'card').length === 1}
            onPress={() => {
              if ('way' in option) end('paysProvider', { way: option.way })
              else end(option.method === 'wallet' ? 'wallets' : 'address', {})
            }}
          />
        ))}
      </div>
    </Screen>
  )
}

/** A payment whose end is not known. */
function OpenOrderRow({ order, onPress }: { order: FundingOrder; onPress: () => void }) {
  const { client } = useModal().kit
  const { funding: copy } = useFundingCopy()
  const { kind, funding, source } = order
  const { amount, asset, network } = funding
  const shown = {
    moonpay: { icon: cardIcon, by: providerNames.moonpay },
    coinbase: { icon: exchangeIcon, by: providerNames.coinbase },
    transfer: { icon: 'wallet', by: source?.name ?? copy.wallet },
    bridge: { icon: moveIcon, by: source?.name ?? copy.wallet },
    manual: { icon: qrIcon, by: copy.address },
  } as const satisfies Record<FundingOrder['kind'], object>
  const { icon, by } = shown[kind]
  // What is sent to the address can be any amount.
  const what = kind === 'manual' || amount === '' ? asset.symbol : `${amount} ${asset.symbol}`
  const detail = `${what} · ${factsOf(client, network).name}`
  return <Row icon={icon} name={by} detail={detail} onPress={onPress} />
}

function OptionRow(props: {
  option: MethodOption
  asset: string
  network: string
  /** Whether no other seller takes cards. */
  isOnlyCard: boolean
  onPress: () => void
}) {
  const { option, asset, network, isOnlyCard, onPress } = props
  const { funding: copy } = useFundingCopy()
  if (!('way' in option)) {
    const isWallet = option.method === 'wallet'
    return (
      <Row
        icon={isWallet ? 'wallet' : qrIcon}
        name={isWallet ? copy.wallet : copy.address}
        detail={isWallet ? copy.walletHelp : copy.addressHelp}
        onPress={onPress}
      />
    )
  }
  const { method, way, isSold } = option
  const usual = method === 'card' ? copy.cardBy(providerNames[way.kind]) : copy.exchangeHelp
  const reason = copy.notSold(providerNames[way.kind], asset, network)
  return (
    <Row
      icon={method === 'card' ? cardIcon : exchangeIcon}
      name={method === 'card' && !isOnlyCard ? copy.cardAt(providerNames[way.kind]) : copy[method]}
      detail={isSold ? usual : reason}
      disabled={!isSold}
      onPress={onPress}
    />
  )
}
