import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignerWorld, type SignerWorld, testRecipient } from '../../testing/signer-world.js'

/*
 * Requests to sign race with the revocation, 1,000 times. Each signature commits a reservation with it, and a trigger counts them
 * when the revocation is written: more of them afterwards would be signatures that were made after the revocation's commit.
 */

const runs = 1_000
const requestsOfRun = 3

let world: SignerWorld
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  await world.admin.query(`
    create table sallyport_delegate.counted (consent_id uuid primary key, signatures bigint not null);
    create function sallyport_delegate.count_signatures() returns trigger language plpgsql
      security definer set search_path = sallyport_delegate as $$
    begin
      insert into counted select new.consent_id, count(*) from spending where wallet_id = new.consent_id::text;
      return new;
    end $$;
    create trigger count_signatures before update on sallyport_delegate.delegation for each row
      when (old.revoked_at_ms is null and new.revoked_at_ms is not null)
      execute function sallyport_delegate.count_signatures();`)
})
afterAll(async () => {
  await world?.admin.query('drop table sallyport_delegate.counted cascade')
  await world?.admin.query('drop function sallyport_delegate.count_signatures cascade')
  await world?.close()
})

const transfer = (nonce: number) => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      type: 2,
      to: testRecipient,
      chain_id: 31337,
      nonce,
      value: 1,
      gas_limit: 21000,
      max_fee_per_gas: 0,
      max_priority_fee_per_gas: 0,
    },
  },
})

test(`DEL-05: in ${runs} races of signatures with a revocation none is made after it was committed`, async () => {
  const { ask, delegated, revoke, signedRequest, admin } = world
  const outcomes = new Map<number, number>()
  for (let run = 0; run < runs; run += 1) {
    const wallet = await delegated()
    const asked = Array.from({ length: requestsOfRun }, (_, nonce) =>
      signedRequest(wallet, transfer(nonce)),
    )
    // The revocation starts before, between or after the requests.
    const before = run % (requestsOfRun + 1)
    const sign = (request: (typeof asked)[number]) => ask('signRequest', request)
    const first = asked.slice(0, before).map(sign)
    const revoked = revoke(wallet)
    const answers = await Promise.all([...first, ...asked.slice(before).map(sign)])
    await revoked
    const signed = answers.filter(({ output }) => output).length
    const late = await ask('signRequest', signedRequest(wallet, transfer(requestsOfRun)))
    expect(late.error?.code).toBe('not_found')
    const { rows } = await admin.query(
      `select signatures::integer,
        (select count(*)::integer from sallyport_delegate.spending where wallet_id = ($1::uuid)::text) as all
      from sallyport_delegate.counted where consent_id = $1::uuid`,
      [wallet.consent.consentId],
    )
    expect(rows, `run ${run}`).toEqual([{ signatures: signed, all: signed }])
    outcomes.set(signed, (outcomes.get(signed) ?? 0) + 1)
  }
  console.info('DEL-05: runs by the number of signatures before the revocation', [...outcomes])
  // Both orders have happened.
  expect(outcomes.size).toBeGreaterThan(1)
}, 900_000)
