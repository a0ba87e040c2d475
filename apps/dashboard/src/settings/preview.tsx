import type { OwnAppConfig } from '@sallyport/contract'
import { contrastOf, isColour } from './contrast.js'
import { builtMethods } from './login-methods.js'

/** Draws the first login screen in the chosen colours. */
export function Preview({ app }: { app: OwnAppConfig }) {
  const dark = app.theme === 'dark' || (isColour(app.theme) && contrastOf(app.theme) === '#FFFFFF')
  const accent = isColour(app.accent_color) ? app.accent_color : dark ? '#8FD3BE' : '#2F5D50'
  const style = {
    '--sheet': isColour(app.theme) ? app.theme : dark ? '#141416' : '#FFFFFF',
    '--sheet-text': dark ? '#F3F2EF' : '#18181B',
    '--sheet-text-2': dark ? '#A9A7A1' : '#5C5B57',
    '--sheet-line': dark ? '#414148' : '#CFCDC7',
    '--sheet-accent': accent,
    '--sheet-on-accent': contrastOf(accent),
  }
  return (
    <aside className="preview" aria-label="Preview of the login">
      <div
        className="sheet"
        style={style as React.CSSProperties /* custom properties are not in the type */}
      >
        {app.logo_url ? (
          <img src={app.logo_url} alt="" />
        ) : (
          <span className="sheet-mark" aria-hidden="true">
            {[...app.name.trim()][0]?.toUpperCase() ?? '?'}
          </span>
        )}
        <strong>Log in to {app.name || 'your app'}</strong>
        {app.email_auth && (
          <>
            <span className="sheet-field">you@example.com</span>
            <span className="sheet-button">Continue</span>
          </>
        )}
        {builtMethods.map(
          ({ name, row }) =>
            name !== 'email_auth' &&
            row !== null &&
            app[name] === true && (
              <span key={name} className="sheet-row">
                {row}
              </span>
            ),
        )}
        {app.terms_and_conditions_url && <small>By continuing you agree to the Terms</small>}
        {!app.terms_and_conditions_url && <small>Protected by Sallyport</small>}
      </div>
    </aside>
  )
}
