import { expect, test } from 'vitest'
import { type Names, resolvePublic } from './public-lookup.js'

const none = () => Promise.reject(new Error('queryA ENOTFOUND'))
const answering = (v4: string[] | undefined, v6?: string[]): Names =>
  // The resolver's other forms are not used.
  ({
    resolve4: v4 ? async () => v4 : none,
    resolve6: v6 ? async () => v6 : none,
  }) as unknown as Names
const public4 = '93.184.215.14'
const public6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

test('gives the addresses of both kinds', async () => {
  expect(await resolvePublic('example.com', answering([public4], [public6]))).toEqual([
    { address: public4, family: 4 },
    { address: public6, family: 6 },
  ])
  expect(await resolvePublic('example.com', answering([public4]))).toHaveLength(1)
  expect(await resolvePublic(public4, answering(undefined))).toHaveLength(1)
})

test.each([
  ['a private address', 'example.com', answering(['10.0.0.1'])],
  ['a private one beside a public one', 'example.com', answering([public4, '127.0.0.1'])],
  ['a private one of the other kind', 'example.com', answering([public4], ['::1'])],
  ['a name of the machine', 'localhost', answering([public4])],
  ['one with a full stop behind it', 'localhost.', answering([public4])],
  ['a name of the own network', 'printer', answering([public4])],
  ['a zone of its own', 'metadata.google.internal', answering([public4])],
  ['a literal address', '169.254.169.254', answering([public4])],
])('OAU-23: error: %s', async (_, host, names) => {
  await expect(resolvePublic(host, names)).rejects.toThrow('Not a public address')
})

test('error: a name without addresses', async () => {
  await expect(resolvePublic('example.com', answering(undefined))).rejects.toThrow('no address')
})
