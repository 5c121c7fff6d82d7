import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { pausedUntilMs } from '../../../../../main/engine/root/root-pause.ts';
import { type LocalRoot, openLocalRoot } from '../../../../support/engine/local-root.ts';

const NOW_MS = 1_000;
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test.each([
  ['none', null, null, null],
  ['its own', 2_000, null, 2_000],
  ['its own that is over', NOW_MS, null, null],
  ['that of everything', null, 3_000, 3_000],
  ['that of everything that is over', null, NOW_MS, null],
  ['the longer of both', 3_000, 2_000, 3_000],
  ['one without an end beside one with an end', 0, 2_000, 0],
  ['one of everything without an end beside one with an end', 2_000, 0, 0],
  ['its own, after that of everything is over', 2_000, NOW_MS - 1, 2_000],
])('[P62] a root has %s as its pause', (_title, own, all, untilMs) => {
  root.whole.setPaused(root.store.id, own);
  root.whole.setSetting('paused_until_ms', all === null ? null : String(all));
  const parts = { store: root.whole, clock: { nowMs: () => NOW_MS } };
  expect(pausedUntilMs({ parts, root: root.store } as unknown as RootContext)).toBe(untilMs);
});
