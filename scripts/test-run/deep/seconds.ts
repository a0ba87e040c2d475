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
const shareOfFaults = 1100

/** Seconds of the files that take much longer, rounded; tests with generated input are counted with three times as many runs. */
const known: Record<string, number> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((index) => [`bench/faults/faults.deep.test.ts ${index}/5`, shareOfFaults]),
  ),
  'apps/server/src/http/fuzz.test.ts': 240,
  'apps/server/src/http/hostile.test.ts': 170,
  'apps/server/src/session/session-model.test.ts': 100,
  'apps/frame/src/wallet-life-model.test.ts': 110,
  'apps/server/src/features/wallet-actions/on-chains.deep.test.ts': 60,
  'apps/server/src/wallet-api/send/faults.deep.test.ts': 300,
  'apps/frame/src/protocol/listen-fuzz.test.ts': 70,
  'apps/server/src/tokens/jwt-fuzz.test.ts': 35,
  'scripts/serve.test.ts': 60,
  'apps/server/src/identity/method-matrix.test.ts': 55,
  'e2e/examples/bundlers.spec.ts': 250,
  'e2e/examples/nextjs.spec.ts': 260,
  'apps/sandbox/src/launch/stack.deep.test.ts': 38,
  'apps/server/src/db/partitions.deep.test.ts': 300,
  'scripts/container/dockerfile.deep.test.ts': 150,
  'scripts/lab.deep.test.ts': 200,
  'apps/signer/src/grants/wallet/limits-under-faults-one.deep.test.ts': 900,
  'apps/signer/src/grants/wallet/limits-under-faults-two.deep.test.ts': 900,
  'apps/server/src/webhooks/outbox.deep.test.ts': 900,
  'apps/signer/src/grants/wallet/rotation.deep.test.ts': 200,
  'apps/server/src/main.test.ts': 34,
  'apps/vault/src/two-users.test.ts': 28,
  'apps/vault/src/hostile-calls.test.ts': 26,
  'apps/server/src/http/auth-matrix.test.ts': 23,
  'packages/crypto/src/shares.test.ts': 23,
  'apps/vault/src/main.test.ts': 22,
  'e2e/pictures.spec.ts': 150,
  'e2e/screens.deep.spec.ts': 400,
  'e2e/accessible.deep.spec.ts': 400,
  'e2e/closed-tabs.deep.spec.ts': 200,
}

/** About how long a piece keeps one of two cores busy, in seconds. Decides how pieces are divided, and nothing else. */
export function secondsOf({ id, runner }: Piece): number {
  return known[id] ?? usual[runner]
}
