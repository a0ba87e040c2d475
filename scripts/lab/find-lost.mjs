/** What was acknowledged and is not there: users and wallets that are not found, sessions that are over. */
export async function findLost({ sessions, wallets }, call) {
  const lost = []
  for (const { id } of sessions)
    await call(`/api/v1/users/${id}`, { isBackEnd: true }).catch((error) =>
      lost.push(`user ${id}: ${error.message}`),
    )
  for (const { id, address } of wallets)
    await call(`/v1/wallets/${id}`, { isBackEnd: true }).then(
      (found) => found.address === address || lost.push(`wallet ${id}: another address`),
      (error) => lost.push(`wallet ${id}: ${error.message}`),
    )
  for (const session of sessions)
    await call('/api/v1/sessions', {
      body: { refresh_token: session.refresh },
      token: session.token,
    }).catch((error) => lost.push(`session of ${session.id}: ${error.message}`))
  return lost
}
