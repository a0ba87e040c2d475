import { formatAmount, shorten } from '@sallyport/contract/requests'
import { programs } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Icon } from '../../ui/icons.js'
import { formatAgo } from './describe-device.js'
import { appsIcon } from './device-icons.js'

type Program = programs.Program

/** The programs that may act with the user's wallets: what they may do, what is left, until when, and a button that ends each. */
export function AccountPrograms({ onFound }: { onFound: (count: number) => void }) {
  const { kit } = useModal()
  const { sharing } = useSharingCopy()
  const [found, setFound] = useState<readonly Program[]>([])
  // Where the list can't be read, the rest of the screen is there without it.
  const read = useTask(async () => keep(await programs.list(kit.client)))
  const keep = (all: readonly Program[]) => {
    setFound(all)
    onFound(all.length)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  if (found.length === 0) return null
  return (
    <div className="group">
      <h3>{sharing.programs}</h3>
      <ul className="devices">
        {found.map((each) => (
          <ProgramRow
            key={each.id}
            program={each}
            onEnded={() => keep(found.filter(({ id }) => id !== each.id))}
          />
        ))}
      </ul>
    </div>
  )
}

/** A program; its button asks once more before it ends it. */
function ProgramRow({ program, onEnded }: { program: Program; onEnded: () => void }) {
  const modal = useModal()
  const { kit, locale, announce } = modal
  const { sharing } = useSharingCopy()
  const [isAsked, setAsked] = useState(false)
  const ending = useTask(async () => {
    await programs.end(kit.client, program)
    announce(sharing.programEnded)
    onEnded()
  })
  const { name, address, limits, endsAt, lastUsedAt, policy } = program
  const nowMs = kit.client.environment.clock.nowMs()
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const used = lastUsedAt
    ? sharing.appLastUsed(formatAgo(lastUsedAt, { nowMs, locale }))
    : sharing.standingUnused
  const isOnlyFees = policy.transactions?.onlyFees === true
  const shown = limits.filter(({ asset }) => asset !== 'native' || !isOnlyFees)
  const detailId = `sp-program-${program.id}`
  return (
    <li className="device">
      <span className="mark">
        <Icon name={appsIcon} />
      </span>
      <span className="name">
        <bdi>{name}</bdi>
        <small id={detailId}>
          <bdi dir="ltr">{shorten(address)}</bdi>
        </small>
        {shown.length === 0 && <small>{sharing.programReads}</small>}
        {shown.map((each) => (
          <small key={each.asset}>
            {sharing.programPays(...amountsOf(each, locale), coinOf(each))}
          </small>
        ))}
        <small>{[used, sharing.appUntil(until.format(endsAt))].join(' · ')}</small>
        {ending.problem && (
          <small className="problem" role="alert">
            {explain(ending.problem, modal)}
          </small>
        )}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={isAsked ? sharing.programEndLabel(name) : sharing.stopLabel(name)}
        aria-describedby={detailId}
        aria-busy={ending.busy}
        onClick={() => (isAsked ? ending.start() : setAsked(true))}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? sharing.programEnd : sharing.stop}
      </button>
    </li>
  )
}

type Limit = Program['limits'][number]

/** What is left and the most, as texts. */
function amountsOf({ most, left, decimals }: Limit, locale: string): [left: string, most: string] {
  const spell = (units: bigint) =>
    decimals === null
      ? units.toLocaleString(locale)
      : formatAmount(units, { decimals, locale, places: 6 })
  return [left === null ? '–' : spell(left), spell(most)]
}

const coinOf = ({ symbol, asset }: Limit) => symbol ?? (asset === 'native' ? 'ETH' : shorten(asset))
