import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { endPauseOfTransfers, pausedUntilMs } from '../../../../../main/engine/root/root-pause.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

const NOW_MS = 1_000;
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

/** A root with its own pause and the one of everything, and transfers that are paused. */
function paused(own: number | null, all: number | null) {
  const resumed: true[] = [];
  root.whole.setPaused(root.store.id, own);
  root.whole.setSetting('paused_until_ms', all === null ? null : String(all));
  const transfers = { isPaused: true, resume: () => void resumed.push(true) };
  const parts = { store: root.whole, clock: { nowMs: () => NOW_MS }, transfers };
  const context = { parts, root: root.store } as unknown as RootContext;
  return { untilMs: pausedUntilMs(context), resumes: () => (endPauseOfTransfers(context), resumed.length > 0) };
}

test.each([
  ['none', null, null, null],
  ['its own', 2_000, null, 2_000],
  ['its own that is over', NOW_MS, null, null],
  ['that of everything', null, 3_000, 3_000],
  ['the longer of both', 3_000, 2_000, 3_000],
  ['one without an end beside one with an end', 0, 2_000, 0],
  ['one of everything without an end beside one with an end', 2_000, 0, 0],
  ['its own, after that of everything is over', 2_000, NOW_MS - 1, 2_000],
])('[P62] a root has %s as its pause', (_title, own, all, untilMs) => {
  expect(paused(own, all).untilMs).toBe(untilMs);
});

test.each([
  ['is over', NOW_MS, true],
  ['was ended', null, true],
  ['goes on', NOW_MS + 1, false],
  ['has no end', 0, false],
])('[P62] transfers resume when the pause of everything %s', (_title, all, resumes) => {
  expect(paused(null, all).resumes()).toBe(resumes);
});
