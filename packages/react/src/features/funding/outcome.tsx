import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { usePrice, worthOf } from '../../modal/use-price.js'
import { parseAmount } from '../../parse-amount.js'
import { Hash } from '../../ui/copy-button.js'
import { Icon, type IconShape } from '../../ui/icons.js'
import { NetworkName } from '../../ui/network-name.js'
import { Fact, Facts, ScreenIcon } from '../../ui/parts.js'
import { isolateBidi, Screen } from '../../ui/screen.js'
import { factsOf, pricedAsset } from './networks.js'

/** How a payment stands, in words. */
export interface Standing {
  title: string
  help: string
  icon: IconShape
  tone: 'plain' | 'success' | 'danger' | 'warning'
  busy: boolean
}

/** A payment: how it stands, what it is about, its transactions, and what the user can do. Changes are said aloud. */
export function Outcome(props: {
  order: FundingOrder
  standing: Standing
  /** More rows. */
  facts?: ReactNode
  children: ReactNode
}) {
  const { order, standing, facts, children } = props
  const { title, help, icon, tone, busy } = standing
  const { announce, kit, locale } = useModal()
  const { funding: copy } = useFundingCopy()
  const { network, asset, amount } = order.funding
  const { name, isTest } = factsOf(kit.client, network)
  const price = usePrice(pricedAsset(order.funding))
  const units = parseAmount(amount, asset.decimals)
  const worth = price && units !== null && worthOf(price, { ...asset, units, locale })
  useEffect(
    () => announce(title, tone === 'danger' ? 'assertive' : 'polite'),
    [announce, title, tone],
  )
  return (
    <Screen
      title={isolateBidi(title)}
      help={isolateBidi(help)}
      image={<ScreenIcon icon={icon} tone={tone} busy={busy} />}
    >
      <Facts>
        {amount !== '' && (
          <Fact label={copy.amount} note={worth ? copy.about(worth) : undefined}>
            <bdi>
              {amount} {asset.symbol}
            </bdi>
          </Fact>
        )}
        <Fact label={copy.network}>
          <NetworkName network={{ name, isTest, colour: null }} />
        </Fact>
        {facts}
      </Facts>
      {children}
    </Screen>
  )
}

/** The row of a transaction. */
export function TransactionFact({ label, hash }: { label: string; hash: string | null }) {
  if (hash === null) return null
  return (
    <Fact label={label}>
      <Hash hash={hash} />
    </Fact>
  )
}

/** A link to where a transaction can be looked at; nothing where the network has no explorer. */
export function ExplorerLink({ href, label }: { href: string | null; label?: string }) {
  const { copy } = useModal()
  const { funding } = useFundingCopy()
  if (href === null) return null
  return (
    <a className="button secondary" href={href} target="_blank" rel="noreferrer noopener">
      {label ?? funding.explorer}
      <Icon name="arrow-up-right" size="small" />
      <span className="spoken"> ({copy.shell.opensNewTab})</span>
    </a>
  )
}
