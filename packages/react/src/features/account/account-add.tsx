import type { LinkMethod } from '../../flow/link-methods.js'
import type { ScreenProps } from '../../flow/screens.js'
import { loginMethods } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { Screen } from '../../ui/screen.js'
import { AccountRow } from './account-row.js'

/** Account types by the method that links one, where a user has at most one. */
const typeOf: Partial<Record<LinkMethod, string>> = { email: 'email', sms: 'phone' }

/** The methods the user can add: those that are on, without the ones they have. */
export function AccountAdd({ end }: ScreenProps<'ACCOUNT_ADD_SCREEN'>) {
  const { kit, copy, settings } = useModal()
  const { account } = useAccountCopy()
  const names: Record<string, string> = account.methods
  const types = new Set<string>(kit.client.state.user?.linkedAccounts.map(({ type }) => type))
  const open = settings.loginMethods.filter((method) => {
    const single = typeOf[method] ?? `${method}_oauth`
    return loginMethods[method].link !== null && !types.has(single)
  })
  return (
    <Screen title={account.add} help={open.length === 0 ? account.nothingToAdd : account.addHelp}>
      <div className="rows">
        {open.map((method) => {
          const { icon, name } = loginMethods[method]
          return (
            <AccountRow
              key={method}
              icon={icon}
              name={names[method] ?? name(copy)}
              open={() => end('chosen', { method })}
            />
          )
        })}
      </div>
    </Screen>
  )
}
