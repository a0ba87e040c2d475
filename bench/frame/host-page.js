/* The page that embeds both frames, measures them in turns and reports what each message took, in milliseconds. */

/** @type {{ frames: Record<'bare' | 'ours', string>, bareToken: string, rounds: number, wallets: number, signatures: number }} */
const { frames, bareToken, rounds, wallets, signatures } = window.plan
const elements = new Map()
let count = 0

function open(name) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.addEventListener('load', resolve, { once: true })
    frame.src = frames[name]
    elements.set(name, frame)
    document.body.append(frame)
  })
}

function ask(name, event, data = {}) {
  return new Promise((resolve, reject) => {
    const frame = elements.get(name)
    const id = `ask-${count++}`
    const startedAt = performance.now()
    const onMessage = (message) => {
      if (message.source !== frame.contentWindow || message.data.id !== id) return
      const ms = performance.now() - startedAt
      window.removeEventListener('message', onMessage)
      if (message.data.error) reject(new Error(`${event}: ${message.data.error.message}`))
      else resolve({ ms, data: message.data.data })
    }
    window.addEventListener('message', onMessage)
    frame.contentWindow.postMessage({ id, event, data }, new URL(frame.src).origin)
  })
}

async function repeat(times, once) {
  const took = []
  for (let n = 0; n < times; n++) took.push((await once()).ms)
  return took
}

/** Both wallets of a new person, and what is needed to sign with the first. */
async function createWallets() {
  const { url, init } = await (await fetch('/login')).json()
  const { token: accessToken } = await (await fetch(url, init)).json()
  const first = await ask('ours', 'privy:wallet:create', { accessToken })
  const { address } = first.data
  const given = { accessToken, ethereumAddress: address }
  const second = await ask('ours', 'privy:solana-wallet:create', given)
  if (!second.data.publicKey) throw new Error('no Solana wallet')
  return { ms: first.ms + second.ms, signer: { accessToken, address, hdWalletIndex: 0 } }
}

async function oneRound() {
  let signer
  const ourCreate = await repeat(wallets, async () => {
    const created = await createWallets()
    signer = created.signer
    return created
  })
  const request = { method: 'personal_sign', params: ['hello', signer.address] }
  const ourSign = await repeat(signatures, async () => {
    const answer = await ask('ours', 'privy:wallet:rpc', { ...signer, request })
    if (!answer.data.response.data.startsWith('0x')) throw new Error('no signature')
    return answer
  })
  const bare = (event, times) => repeat(times, () => ask('bare', event, { token: bareToken }))
  const took = { ourCreate, ourSign }
  for (const event of ['echo', 'empty', 'emptySign', 'trip', 'tripSign'])
    took[event] = await bare(event, signatures)
  return { ...took, create: await bare('create', 8) }
}

async function measure() {
  await open('bare')
  await open('ours')
  await ask('ours', 'privy:iframe:ready')
  // The first round warms everything up.
  await oneRound()
  const took = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, ms] of Object.entries(await oneRound()))
      took[name] = [...(took[name] ?? []), ...ms]
  return { took }
}

const outcome = await measure().catch((error) => ({ problem: String(error) }))
await fetch('/done', { method: 'POST', body: JSON.stringify(outcome) })
