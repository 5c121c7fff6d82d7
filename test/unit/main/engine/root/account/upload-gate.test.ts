import { expect, test } from 'vitest';
import type { UploadRoom } from '../../../../../../main/engine/execute/transfer/transfer.ts';
import { createUploadGate } from '../../../../../../main/engine/root/account/upload-gate.ts';

type Sent = 'sent' | 'refused' | 'not started';

/** A service with so much room left, and a clock that is moved by hand. */
function place(room: { bytes: number }) {
  const clock = { now: 0 };
  const asked: number[] = [];
  const gate = createUploadGate(
    { nowMs: () => clock.now, today: () => '2026-03-01', sleep: () => Promise.resolve() },
    { fraction: () => 0.5, token: () => '' },
  );
  const upload = (sizeBytes: number, send: (own: UploadRoom) => Promise<Sent>) =>
    gate.pass({ sizeBytes, send, isRefused: (result) => result === 'refused', isSent: (result) => result === 'sent' });
  /** An upload whose turn comes at once, and which ends at once. */
  const send = (sizeBytes: number) =>
    upload(sizeBytes, async (own) => {
      if (!own.mayStart(sizeBytes)) return 'not started';
      asked.push(sizeBytes);
      return sizeBytes <= room.bytes ? 'sent' : 'refused';
    });
  /** One that goes up until it is ended. */
  const begin = (sizeBytes: number) => {
    const { promise, resolve } = Promise.withResolvers<Sent>();
    let room: UploadRoom | undefined;
    const ended = upload(sizeBytes, (own) => {
      room = own;
      return own.mayStart(sizeBytes) ? promise : Promise.resolve('not started');
    });
    return { ended, end: resolve, accepted: () => room?.accepted(sizeBytes) };
  };
  return { clock, asked, gate, upload, send, begin };
}

const full = (retryAfterMs: number) => ({ is: 'full', retryAfterMs });

test('[P73] after a refusal nothing of that size is asked for before its time, and much smaller files are', async () => {
  const { clock, asked, send, gate } = place({ bytes: 10 });
  expect(await send(100)).toBe('refused');
  expect(await send(90)).toEqual(full(2_000));
  expect(await send(5)).toBe('sent');
  expect([asked, gate.openings]).toEqual([[100, 5], 0]);
  clock.now = 2_000;
  expect(await send(90)).toBe('refused');
  // Each probe that fails makes the pause longer, up to five minutes.
  expect(await send(90)).toEqual(full(4_000));
  for (let round = 0; round < 20; round++) {
    clock.now += 300_000;
    expect(await send(90)).toBe('refused');
  }
  expect(await send(90)).toEqual(full(300_000));
});

test('[P73] of the uploads that are due, one is the probe; the others wait without taking a place, and may go once it has arrived', async () => {
  const room = { bytes: 10 };
  const { clock, asked, send, begin, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  room.bytes = 1_000;
  const probe = begin(100);
  expect(await send(101)).toEqual(full(300_000));
  probe.end('sent');
  expect([await probe.ended, gate.openings, await send(101), asked]).toEqual(['sent', 1, 'sent', [100, 101]]);
});

test('[P73] after a failed probe the others wait longer; a person may ask for another one at once', async () => {
  const room = { bytes: 10 };
  const { clock, send, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  expect([await send(100), await send(101)]).toEqual(['refused', full(4_000)]);
  gate.tryNow();
  room.bytes = 1_000;
  expect(await send(101)).toBe('sent');
});

test('[P73] a file becomes the probe when its turn comes, not while it waits in line behind others', async () => {
  const room = { bytes: 10 };
  const { clock, upload, send } = place(room);
  await send(100);
  clock.now = 2_000;
  room.bytes = 1_000;
  const { promise: turn, resolve: come } = Promise.withResolvers<void>();
  const inLine = upload(900, async (own) => {
    await turn;
    return own.mayStart(900) ? 'sent' : 'not started';
  });
  expect(await send(100)).toBe('sent');
  come();
  expect(await inLine).toBe('sent');
});

test('[P73] an upload whose turn comes after a refusal does not start before its time', async () => {
  const { clock, upload, send } = place({ bytes: 10 });
  const { promise: turn, resolve: come } = Promise.withResolvers<void>();
  const inLine = upload(100, async (own) => {
    await turn;
    return own.mayStart(100) ? 'sent' : 'not started';
  });
  await send(100);
  come();
  expect(await inLine).toBe('not started');
  clock.now = 2_000;
  expect(await send(100)).toBe('refused');
});

test('[P73] once the service takes the probe, files of half its size go up beside it; its equals wait for its end', async () => {
  const room = { bytes: 10 };
  const { clock, send, begin, gate } = place(room);
  await send(100);
  clock.now = 2_000;
  room.bytes = 1_000;
  const large = begin(900);
  expect(await send(400)).toEqual(full(300_000));
  large.accepted();
  expect([gate.openings, await send(400), await send(500)]).toEqual([1, 'sent', full(300_000)]);
  // The room was used up after all: its end is a refusal like any other.
  large.end('refused');
  expect([await large.ended, await send(500)]).toEqual(['refused', full(4_000)]);
});

test('[P73] a file that fits anyway proves no room for larger ones', async () => {
  const { send, begin, gate } = place({ bytes: 10 });
  await send(100);
  const small = begin(50);
  small.accepted();
  small.end('sent');
  await small.ended;
  expect([await send(90), gate.openings]).toEqual([full(2_000), 0]);
});

test('[P73] of uploads that shared the room until none had enough, one is tried at once when the last has ended', async () => {
  const { send, begin, gate } = place({ bytes: 100 });
  const [first, second] = [begin(60), begin(60)];
  first.end('refused');
  // The second still takes room: there would be none for another try of the first.
  expect([await first.ended, gate.openings, await send(60)]).toEqual(['refused', 0, full(2_000)]);
  second.end('refused');
  expect([await second.ended, gate.openings]).toEqual(['refused', 1]);
  const again = begin(60);
  expect(await send(60)).toEqual(full(300_000));
  again.end('sent');
  expect([await again.ended, gate.openings]).toEqual(['sent', 2]);
});

test('[P73] a file that was refused beside much smaller ones waits for its time', async () => {
  const { send, begin, gate } = place({ bytes: 100 });
  const [large, small] = [begin(600), begin(10)];
  large.end('refused');
  await large.ended;
  small.end('sent');
  expect([await small.ended, gate.openings, await send(600)]).toEqual(['sent', 0, full(2_000)]);
});
