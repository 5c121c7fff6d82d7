import { expect, test } from 'vitest';
import { createUploadGate } from '../../../../../../main/engine/root/account/upload-gate.ts';

/** A service with so much room left, and a clock that is moved by hand. */
function place(room: { bytes: number }) {
  const clock = { now: 0 };
  const asked: number[] = [];
  const gate = createUploadGate(
    { nowMs: () => clock.now, today: () => '2026-03-01', sleep: () => Promise.resolve() },
    { fraction: () => 0.5, token: () => '' },
  );
  const send = (sizeBytes: number) =>
    gate.pass({
      sizeBytes,
      signal: new AbortController().signal,
      send: async () => {
        asked.push(sizeBytes);
        return sizeBytes <= room.bytes ? ('sent' as const) : ('refused' as const);
      },
      isRefused: (result) => result === 'refused',
      isSent: (result) => result === 'sent',
    });
  return { clock, asked, gate, send };
}

test('[P73] after a refusal nothing of that size is asked for before its time, and much smaller files are', async () => {
  const { clock, asked, send, gate } = place({ bytes: 10 });
  expect(await send(100)).toBe('refused');
  expect(await send(90)).toEqual({ is: 'full', retryAfterMs: 2_000 });
  expect(await send(5)).toBe('sent');
  expect([asked, gate.openings]).toEqual([[100, 5], 0]);
  clock.now = 2_000;
  expect(await send(90)).toBe('refused');
  // Each probe that fails makes the pause longer, up to five minutes.
  expect(await send(90)).toEqual({ is: 'full', retryAfterMs: 4_000 });
  for (let round = 0; round < 20; round++) {
    clock.now += 300_000;
    expect(await send(90)).toBe('refused');
  }
  expect(await send(90)).toEqual({ is: 'full', retryAfterMs: 300_000 });
});

test('[P73] one probe serves all waiting uploads, and all are sent when it passes', async () => {
  const room = { bytes: 10 };
  const { clock, asked, send, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  room.bytes = 1_000;
  expect(await Promise.all([send(100), send(101), send(102)])).toEqual(['sent', 'sent', 'sent']);
  expect([asked, gate.openings]).toEqual([[100, 100, 101, 102], 1]);
});

test('[P73] a failed probe holds back those that waited for it; a person may ask for another one at once', async () => {
  const room = { bytes: 10 };
  const { clock, asked, send, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  const results = await Promise.all([send(100), send(101)]);
  expect([results[0], results[1], asked.length]).toEqual(['refused', { is: 'full', retryAfterMs: 4_000 }, 2]);
  gate.tryNow();
  room.bytes = 1_000;
  expect(await send(101)).toBe('sent');
});

test('[P73] an upload that waits for the probe of another one can be cancelled', async () => {
  const { clock, asked, send, gate } = place({ bytes: 10 });
  await send(100);
  clock.now = 2_000;
  const { promise: unanswered, resolve: answer } = Promise.withResolvers<'sent'>();
  const upload = { sizeBytes: 100, isRefused: () => false, isSent: () => true };
  const probe = gate.pass({ ...upload, signal: new AbortController().signal, send: () => unanswered });
  const stop = new AbortController();
  const sendUnless = async () => (stop.signal.aborted ? ('cancelled' as const) : ('sent' as const));
  const waiting = gate.pass({ ...upload, signal: stop.signal, send: sendUnless });
  stop.abort();
  expect(await waiting).toBe('cancelled');
  expect(await gate.pass({ ...upload, signal: stop.signal, send: sendUnless })).toBe('cancelled');
  answer('sent');
  expect([await probe, asked, gate.openings]).toEqual(['sent', [100], 1]);
});

test('[P73] once the service takes a file, all others are sent, while that one goes up for hours', async () => {
  const room = { bytes: 10 };
  const { clock, send, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  room.bytes = 1_000;
  const { promise: lastByte, resolve: arrive } = Promise.withResolvers<'sent' | 'refused'>();
  const upload = {
    sizeBytes: 900,
    isRefused: (end: string) => end === 'refused',
    isSent: (end: string) => end === 'sent',
  };
  const large = gate.pass({ ...upload, signal: new AbortController().signal, send: () => lastByte });
  const waiting = send(100);
  gate.accepted(900);
  expect([await waiting, await send(101), gate.openings]).toEqual(['sent', 'sent', 1]);
  // The room was used up after all: the end of the large one is a refusal like any other.
  arrive('refused');
  expect([await large, await send(500)]).toEqual(['refused', { is: 'full', retryAfterMs: 2_000 }]);
});

test('[P73] a file that fits anyway proves no room for larger ones', async () => {
  const { send, gate } = place({ bytes: 10 });
  await send(100);
  gate.accepted(50);
  expect([await send(90), gate.openings]).toEqual([{ is: 'full', retryAfterMs: 2_000 }, 0]);
});

test('[P73] a retried upload may start at once', async () => {
  const { clock, send, gate } = place({ bytes: 10 });
  await send(100);
  expect(gate.mayStart(100)).toBe(false);
  clock.now = 2_000;
  const mayStart = await gate.pass({
    sizeBytes: 100,
    signal: new AbortController().signal,
    // Nothing is in line, so it begins at once.
    send: () => Promise.resolve(gate.mayStart(100)),
    isRefused: () => false,
    isSent: (result) => result,
  });
  expect(mayStart).toBe(true);
});
