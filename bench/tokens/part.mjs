import { exportSPKI, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { createClient } from '../../packages/node/dist/index.js'
import { versionOf } from '../lib/machine.mjs'
import { medians, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'

const rounds = 9
const perRound = 4_000
const appId = 'a'.repeat(25)
const issuer = 'privy.io'

/** Verification of an access token: `authenticate` of a whole request beside jose's `jwtVerify` of the same token by the same key. */
export async function run({ root }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const token = await new SignJWT({ sid: 'session' })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'one' })
    .setSubject('did:privy:ada')
    .setIssuer(issuer)
    .setAudience(appId)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  const client = createClient({
    ...{
      appId,
      apiUrl: 'https://auth.example.com',
      jwtVerificationKey: await exportSPKI(publicKey),
    },
    fetch: () => Promise.reject(new Error('Tokens are verified without the network')),
  })
  const request = { headers: { authorization: `Bearer ${token}` } }
  const options = { issuer, audience: appId, algorithms: ['ES256'] }
  const ways = {
    'authenticate of @sallyport/node': () => client.authenticate(request),
    'bare jose': () => jwtVerify(token, publicKey, options),
  }
  const records = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (const [name, verify] of Object.entries(ways)) {
      const record = await measure(verify)
      // The first round warms up.
      if (round >= 0) records[name].push(record)
    }
  const measured = Object.fromEntries(
    Object.entries(records).map(([name, each]) => [name, medians(each)]),
  )
  const [own, bare] = Object.values(measured)
  const ratio = bare.cpuMs / own.cpuMs
  return {
    measured,
    versions: { jose: versionOf(`${root}/node_modules/jose`) },
    text: table(
      ['verification', 'a second', 'CPU ms each'],
      Object.entries(measured).map(([name, m]) => [name, short(m.perSecond), short(m.cpuMs)]),
    ),
    bars: bars([
      {
        name: 'authenticate against bare jose, by CPU',
        measured: ratio.toFixed(2),
        wanted: '≥ 0.90',
        holds: ratio >= 0.9,
      },
    ]),
  }
}

/** One after another, as the requests of a small back end come. */
async function measure(verify) {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  for (let each = 0; each < perRound; each++) await verify()
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: (perRound * 1000) / (performance.now() - startedAt),
    cpuMs: (user + system) / 1000 / perRound,
  }
}
