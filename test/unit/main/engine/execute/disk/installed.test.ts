import { describe, expect, test } from 'vitest';
import { installedFingerprint } from '../../../../../../main/engine/execute/disk/installed.ts';
import { sameFingerprint } from '../../../../../../main/engine/model/entry.ts';
import { sha1 } from '../../../../../../main/engine/model/ids.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { fingerprintOf } from '../../../../../support/engine/store-bench.ts';

const ours = { sha1: sha1('a'.repeat(40)), sizeBytes: 3 };
const theirs = { sha1: sha1('b'.repeat(40)), sizeBytes: 3 };
const atMs = 1_700_000_000_123;
const found = { ...fingerprintOf('i'), mtimeNs: `${atMs}000000` };

const ask = (
  change: Partial<typeof found>,
  hash: () => Promise<typeof ours>,
  modifiedAtMs: number | null = atMs,
  signal = new AbortController().signal,
  nowMs = atMs + 60_000,
) => {
  const fingerprint = { ...found, ...change };
  const pool = { hash, close: async () => undefined };
  const installed = { path: '/f', fingerprint, content: ours };
  return installedFingerprint({ hashPool: pool, clock: { nowMs: () => nowMs } }, installed, modifiedAtMs, signal).then(
    (agreed) => sameFingerprint(agreed, fingerprint),
  );
};
const mustNotHash = () => Promise.reject(new Error('it was read for nothing'));

describe('an edit in the moment after a download is not taken for the download', () => {
  test('with the time that we gave it, it is ours, rounded or not', async () => {
    expect(await ask({}, mustNotHash)).toBe(true);
    expect(await ask({ mtimeNs: String(BigInt(atMs) * 1_000_000n - 240n) }, mustNotHash)).toBe(true);
  });

  test('with another size it is not', async () => {
    expect(await ask({ sizeBytes: 4 }, mustNotHash)).toBe(false);
  });

  test('with another time its bytes tell', async () => {
    const later = { mtimeNs: `${atMs + 60_000}000000` };
    expect(await ask(later, () => Promise.resolve(theirs))).toBe(false);
    expect(await ask(later, () => Promise.resolve(ours))).toBe(true);
    expect(await ask(later, () => Promise.reject(new FileSystemError('changed', '/f', 'it changes')))).toBe(false);
  });

  test('where the service gave no time, its bytes tell', async () => {
    expect(await ask({}, () => Promise.resolve(theirs), null)).toBe(false);
    expect(await ask({}, () => Promise.resolve(ours), null)).toBe(true);
  });

  test('as long as an edit can have the same time, nothing tells it from ours', async () => {
    const [evenMs, signal] = [1_700_000_000_000, new AbortController().signal];
    const at = (nowMs: number) => ask({ mtimeNs: `${evenMs}000000` }, mustNotHash, evenMs, signal, nowMs);
    expect([await at(evenMs + 1_999), await at(evenMs + 2_000)]).toEqual([false, true]);
  });

  test('when aborted it answers from the facts at hand, so that the file in place is not taken for a new one', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    expect(await ask({}, () => Promise.reject(new Error('enough')), null, stopped)).toBe(false);
  });
});
