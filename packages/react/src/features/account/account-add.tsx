import type { LoginMethod, ScreenProps } from '../../flow/screens.js'
import { entryOf } from '../../login-methods.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { Screen } from '../../ui/screen.js'
import { AccountRow } from './account-row.js'
import { typeOfMethod, useAccountIcon } from './use-account-icon.js'

/** Types of accounts that a user may have more than one of. */
const manifold = ['wallet', 'passkey']

/** The methods the user can add: those that are on, without the ones they have. */
export function AccountAdd({ end }: ScreenProps<'ACCOUNT_ADD_SCREEN'>) {
  const { kit, settings } = useModal()
  const { account } = useAccountCopy()
  const types = new Set<string>(kit.client.state.user?.linkedAccounts.map(({ type }) => type))
  const open = settings.loginMethods.filter((method) => {
    const type = typeOfMethod(method)
    return entryOf(method).link !== null && (manifold.includes(type) || !types.has(type))
  })
  return (
    <Screen title={account.add} help={open.length === 0 ? account.nothingToAdd : account.addHelp}>
      <div className="rows">
        {open.map((method) => (
          <AddRow key={method} method={method} open={() => end('chosen', { method })} />
        ))}
      </div>
    </Screen>
  )
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
