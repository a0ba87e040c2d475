import type { ReactNode } from 'react'
import { Button } from './button.js'
import type { IconName } from './icons.js'
import { ScreenIcon } from './parts.js'
import { Screen } from './screen.js'

/** The layout of failure screens: an icon, what happened, and a button to continue. */
export function Failure(props: {
  icon: IconName
  tone?: 'plain' | 'danger' | 'warning'
  title: ReactNode
  help: ReactNode
  action: string
  onAction: () => void
  children?: ReactNode
  foot?: ReactNode
}) {
  const { icon, tone = 'plain', title, help, action, onAction, children, foot } = props
  return (
    <Screen title={title} help={help} image={<ScreenIcon icon={icon} tone={tone} />} foot={foot}>
      <div className="rows">
        {children}
        <Button kind={children ? 'secondary' : 'primary'} onPress={onAction}>
          {action}
        </Button>
      </div>
    </Screen>
  )
}
