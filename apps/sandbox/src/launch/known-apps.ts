import pg from 'pg'

/** Which of the apps are in the API's database already: a start after the first one need not run the program that creates them. */
export async function listKnownApps(
  databaseUrl: string,
  appIds: readonly string[],
): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      'select id from sallyport_api.app where id = any($1)',
      [appIds],
    )
    return new Set(rows.map(({ id }) => id))
  } finally {
    await client.end()
  }
}
