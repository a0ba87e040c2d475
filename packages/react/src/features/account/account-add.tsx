import {
  appIdOf,
  type CrossAppProvider,
  crossAppProvider,
  isCrossAppProvider,
} from '@sallyport/contract'
import { crossAppAccounts } from '@sallyport/core'
import type { LoginMethod, ScreenProps } from '../../flow/screens.js'
import { entryOf } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useCrossApp } from '../../modal/use-cross-app.js'
import { Screen } from '../../ui/screen.js'
import { AccountRow } from './account-row.js'
import { typeOfMethod, useAccountIcon } from './use-account-icon.js'

/** Types of accounts that a user may have more than one of. */
const manifold = ['wallet', 'passkey']

/** The methods the user can add: those that are on, without the ones they have. */
export function AccountAdd({ end }: ScreenProps<'ACCOUNT_ADD_SCREEN'>) {
  const { kit, settings } = useModal()
  const { account } = useAccountCopy()
  const linked = kit.client.state.user?.linkedAccounts ?? []
  const types = new Set<string>([
    ...linked.map(({ type }) => type),
    ...crossAppAccounts
      .accountsOf({ linkedAccounts: linked })
      .map(({ providerApp }) => crossAppProvider(providerApp.id)),
  ])
  const open = settings.loginMethods.filter((method) => {
    const type = typeOfMethod(method)
    return entryOf(method).link !== null && (manifold.includes(type) || !types.has(type))
  })
  return (
    <Screen title={account.add} help={open.length === 0 ? account.nothingToAdd : account.addHelp}>
      <div className="rows">
        {open.map((method) => {
          const choose = () => end('chosen', { method })
          return isCrossAppProvider(method) ? (
            <AddAppRow key={method} provider={method} open={choose} />
          ) : (
            <AddRow key={method} method={method} open={choose} />
          )
        })}
      </div>
    </Screen>
  )
}

/** The row of another app; nothing for one that is not connected. */
function AddAppRow({ provider, open }: { provider: CrossAppProvider; open: () => void }) {
  const { kinds } = useAccountCopy().account
  const app = useCrossApp(appIdOf(provider))
  if (app === 'loading' || app === null) return null
  return <AccountRow icon={app.icon} name={app.name} note={kinds.cross_app} open={open} />
}

function AddRow({ method, open }: { method: LoginMethod; open: () => void }) {
  const { copy, settings } = useModal()
  const { account } = useAccountCopy()
  const type = typeOfMethod(method)
  const kinds: Record<string, string> = account.kinds
  const name =
    kinds[type] ??
    settings.providers.find(({ id }) => id === type)?.name ??
    entryOf(method).name(copy, settings)
  return <AccountRow icon={useAccountIcon(type)} name={name} open={open} />
}
