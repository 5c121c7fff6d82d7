import { afterEach, beforeEach, expect, test } from 'vitest';
import { problem } from '../../../../../main/engine/execute/problems.ts';
import { streamPosition } from '../../../../../main/engine/model/ids.ts';
import { createAccountGate } from '../../../../../main/engine/root/account/account-gate.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { nextLookAtMs } from '../../../../../main/engine/root/root-round.ts';
import { createHints } from '../../../../../main/engine/root/schedule/hints.ts';
import { createEpoch } from '../../../../../main/engine/root/state/epoch.ts';
import { createFolderSight } from '../../../../../main/engine/root/state/folder-sight.ts';
import { createReplacedLook } from '../../../../../main/engine/root/state/replaced-look.ts';
import { createRounds } from '../../../../../main/engine/root/state/rounds.ts';
import { createServiceSight } from '../../../../../main/engine/root/state/service-sight.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

/** A root that has been looked at, with a step that failed and is tried again at `RETRY_MS`; its next full scan is due at `SCAN_MS`. */
const [NOW_MS, RETRY_MS, SCAN_MS] = [1_000, 900, 60_000];
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

function openContext() {
  const clock = { nowMs: () => NOW_MS, today: () => '2026-03-01', sleep: () => Promise.resolve() };
  const [folder, service, rounds] = [createFolderSight(() => undefined), createServiceSight(), createRounds()];
  const gate = createAccountGate(clock, { fraction: () => 0.5, token: () => '' }, () => undefined);
  folder.noteLook('present', null, NOW_MS);
  folder.noteWhole(SCAN_MS);
  service.begin();
  service.caughtUp('there', NOW_MS);
  root.store.setCursor(streamPosition('1'));
  root.store.putReason({
    localId: root.store.rootLocalId,
    itemId: null,
    source: 'step',
    problem: problem('offline', { subject: 'note.txt' }),
    suggestedName: null,
    step: null,
    attempts: 1,
    retryAtMs: RETRY_MS,
    atMs: 0,
  });
  const parts = { store: root.whole, clock };
  const hints = createHints({ quietMs: 100, longestMs: 300 });
  const replaced = createReplacedLook();
  const context = { parts, root: root.store, folder, service, rounds, hints, gate, replaced, epoch: createEpoch() };
  // Nothing else is asked for; using it would fail the test.
  return context as unknown as RootContext;
}

test('a retry that is due asks for a round', () => {
  expect(nextLookAtMs(openContext())).toBe(RETRY_MS);
});

test('[P47] a retry that is due waits for a command in progress, and asks for no rounds meanwhile', async () => {
  const context = openContext();
  const command = Promise.withResolvers<void>();
  const ended = context.rounds.acts.run(() => command.promise);
  expect(nextLookAtMs(context)).toBe(SCAN_MS);
  command.resolve();
  await ended;
  expect(nextLookAtMs(context)).toBe(RETRY_MS);
});

test('[P62] a retry that is due waits for the end of a pause, and asks for no rounds meanwhile', () => {
  const context = openContext();
  root.whole.setPaused(root.store.id, NOW_MS + 5_000);
  expect(nextLookAtMs(context)).toBe(NOW_MS + 5_000);
});
