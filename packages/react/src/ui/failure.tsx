import type { ReactNode } from 'react'
import { Button } from './button.js'
import type { IconName } from './icons.js'
import { Hero } from './parts.js'
import { Screen } from './screen.js'

/** The shape failures share: an icon, what happened, one way on. */
export function Failure(props: {
  icon: IconName
  tone?: 'plain' | 'danger' | 'warning'
  title: string
  help: string
  action: string
  onAction: () => void
  children?: ReactNode
  foot?: ReactNode
}) {
  const { icon, tone = 'plain', title, help, action, onAction, children, foot } = props
  return (
    <Screen title={title} help={help} hero={<Hero icon={icon} tone={tone} />} foot={foot}>
      <div className="rows">
        {children}
        <Button kind={children ? 'secondary' : 'primary'} onPress={onAction}>
          {action}
        </Button>
      </div>
    </Screen>
  )
}
