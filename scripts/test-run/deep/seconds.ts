import type { Piece } from './pieces.js'

/** How long a piece keeps one of two quiet cores busy when nothing else is known. */
const usual = {
  unit: 2,
  browser: 20,
  engines: 120,
  examples: 120,
  conformance: 240,
  checks: 200,
} as const

/** What a share of the plan of faults takes; it keeps both cores busy. */
const shareOfFaults = 900

/** Seconds of the files that take much longer, rounded. */
const known: Record<string, number> = {
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `bench/faults/faults.deep.test.ts ${index + 1}/10`,
      shareOfFaults,
    ]),
  ),
  'apps/server/src/http/fuzz.test.ts': 75,
  'apps/server/src/http/hostile.test.ts': 65,
  'apps/server/src/session/session-model.test.ts': 30,
  'apps/frame/src/wallet-life-model.test.ts': 31,
  'apps/server/src/features/wallet-actions/on-chains.deep.test.ts': 60,
  'apps/server/src/wallet-api/send/faults.deep.test.ts': 150,
  'scripts/serve.test.ts': 90,
  'apps/server/src/identity/method-matrix.test.ts': 150,
  'packages/crypto/src/chains/ethereum/transaction.test.ts': 110,
  'packages/crypto/src/chains/agreement.test.ts': 80,
  'scripts/other-systems.deep.test.ts': 180,
  'apps/server/src/deploy.deep.test.ts': 140,
  'apps/server/src/starts.deep.test.ts': 90,
  'packages/keyholder/src/interrupted.deep.test.ts': 60,
  'apps/signer/src/grants/delegated/revoked.deep.test.ts': 60,
  'apps/vault/src/key-module.deep.test.ts': 55,
  'apps/server/src/apps/rotation.deep.test.ts': 50,
  'e2e/examples/bundlers.spec.ts': 250,
  'e2e/examples/nextjs.spec.ts': 260,
  'apps/sandbox/src/launch/stack.deep.test.ts': 38,
  'apps/server/src/db/partitions.deep.test.ts': 400,
  'scripts/container/dockerfile.deep.test.ts': 150,
  'scripts/lab.deep.test.ts': 250,
  'apps/signer/src/grants/wallet/limits-under-faults-one.deep.test.ts': 230,
  'apps/signer/src/grants/wallet/limits-under-faults-two.deep.test.ts': 255,
  'apps/server/src/webhooks/outbox.deep.test.ts': 470,
  'apps/signer/src/grants/wallet/rotation.deep.test.ts': 200,
  'apps/server/src/main.test.ts': 44,
  'apps/vault/src/two-users.test.ts': 38,
  'apps/vault/src/hostile-calls.test.ts': 26,
  'apps/server/src/http/auth-matrix.test.ts': 60,
  'packages/crypto/src/shares.test.ts': 23,
  'apps/vault/src/main.test.ts': 41,
  'e2e/pictures.spec.ts': 150,
  'e2e/screens.deep.spec.ts': 1080,
  'e2e/accessible.deep.spec.ts': 400,
  'e2e/closed-tabs.deep.spec.ts': 200,
}

/** About how long a piece keeps one of two cores busy, in seconds. Decides how pieces are divided, and nothing else. */
export function secondsOf({ id, runner }: Piece): number {
  return known[id] ?? usual[runner]
}
