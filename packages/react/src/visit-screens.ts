import { addStyle } from './modal/stylesheet.js'
import { requestStyle } from './theme/style-requests.js'

export { CrossAppAuth } from './features/cross-app-login/cross-app-auth.js'
export { AwaitingOAuthScreen } from './features/oauth/awaiting-oauth-screen.js'

/** Dresses the screens of visits: the notice of what an app shares looks as in requests. */
export const addVisitStyle = () => addStyle(requestStyle)
