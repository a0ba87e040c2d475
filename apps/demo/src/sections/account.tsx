import { UserButton, useLinkAccount, useSallyport, useUpdateAccount } from '@sallyport/react'
import { useState } from 'react'
import { Section } from '../section.js'

/** The account sheet, and the functions that link and update by themselves. */
export function Account() {
  const { openAccount, user } = useSallyport()
  const [last, setLast] = useState('')
  const { linkEmail, linkPhone, linkWallet } = useLinkAccount({
    onSuccess: ({ linkMethod }) => setLast(`Linked by ${linkMethod}`),
    onError: (code, { linkMethod }) => setLast(`${linkMethod}: ${code}`),
  })
  const { updateEmail, updatePhone } = useUpdateAccount({
    onSuccess: ({ updateMethod }) => setLast(`Changed by ${updateMethod}`),
    onError: (code, { linkMethod }) => setLast(`${linkMethod}: ${code}`),
  })
  return (
    <Section id="account" title="Account" help="<UserButton />, openAccount(), link and update">
      <div className="row">
        <UserButton />
        <button type="button" onClick={openAccount}>
          Open account
        </button>
        <button type="button" className="quiet" onClick={user?.email ? updateEmail : linkEmail}>
          {user?.email ? 'Change email' : 'Link email'}
        </button>
        <button type="button" className="quiet" onClick={user?.phone ? updatePhone : linkPhone}>
          {user?.phone ? 'Change phone' : 'Link phone'}
        </button>
        <button type="button" className="quiet" onClick={linkWallet}>
          Link wallet
        </button>
      </div>
      <p className="help" role="status" data-testid="account-result">
        {last}
      </p>
    </Section>
  )
}
