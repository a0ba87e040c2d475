import type { ReactNode } from 'react'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { Icon, type IconName } from '../../ui/icons.js'

/** What the asking side can do with what it gets, and what it can't. */
export function Permissions({ isReadOnly, isOne }: { isReadOnly: boolean; isOne: boolean }) {
  const { sharing } = useSharingCopy()
  return (
    <div className="permissions">
      <List title={sharing.may} kind="may">
        <Line icon="check">{isOne ? sharing.seesOne : sharing.seesAll}</Line>
        {!isReadOnly && <Line icon="check">{sharing.asks}</Line>}
      </List>
      <List title={sharing.mayNot} kind="may-not">
        {isReadOnly && <Line icon="x">{sharing.readOnly}</Line>}
        <Line icon="x">{sharing.alone}</Line>
      </List>
    </div>
  )
}

function List(props: { title: string; kind: string; children: ReactNode }) {
  return (
    <>
      <h3>{props.title}</h3>
      <ul className={props.kind}>{props.children}</ul>
    </>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}
