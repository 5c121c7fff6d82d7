import { describe, expect, test } from 'vitest';
import { problem } from '../../../../../main/engine/execute/problems.ts';
import { createAccountGate } from '../../../../../main/engine/root/account/account-gate.ts';
import { createHints } from '../../../../../main/engine/root/schedule/hints.ts';
import { createWake } from '../../../../../main/engine/root/schedule/wake.ts';
import { createVirtualTime } from '../../../../support/engine/virtual-time.ts';

describe('hints', () => {
  const open = () => createHints({ quietMs: 100, longestMs: 300 });

  test('a folder is due when it was quiet, and at last when it never is', () => {
    const hints = open();
    hints.add('/a', 1000);
    hints.add('/a', 1050);
    expect(hints.take(1149).folders).toEqual([]);
    expect(hints.dueAtMs()).toBe(1150);
    for (let at = 1100; at < 1300; at += 20) hints.add('/a', at);
    expect(hints.take(1300)).toEqual({ all: false, folders: ['/a'] });
    expect(hints.isEmpty()).toBe(true);
  });

  test('an urged folder is due at once; a loss asks for everything and drops the rest', () => {
    const hints = open();
    hints.urge('/a');
    hints.add('/b', 1000);
    expect(hints.take(1000).folders).toEqual(['/a']);
    hints.addAll();
    expect(hints.dueAtMs()).toBe(0);
    expect(hints.take(1000)).toEqual({ all: true, folders: [] });
    expect(hints.isEmpty()).toBe(true);
  });

  test('[E120] more folders than are worth remembering ask for everything', () => {
    const hints = open();
    for (let index = 0; index < 6000; index++) hints.add(`/${index}`, 0);
    expect(hints.take(1000).all).toBe(true);
  });
});

describe('the gate of the account', () => {
  const open = () => {
    const time = createVirtualTime();
    let changes = 0;
    const gate = createAccountGate(time.clock, time.random, () => {
      changes += 1;
    });
    return { time, gate, changes: () => changes };
  };

  test('[E102] a pause that the service asks for is kept, and many failures of one cause count once', () => {
    const { gate, time } = open();
    for (let index = 0; index < 20; index++)
      gate.trouble(problem('rate_limited', { subject: '', retryAfterMs: 90_000 }));
    expect(gate.isOpen).toBe(false);
    expect(gate.retryAtMs).toBe(time.clock.nowMs() + 90_000);
    expect(gate.mayTry()).toBe(false);
    gate.reached();
    for (let index = 0; index < 20; index++) gate.trouble(problem('offline', { subject: '' }));
    expect(gate.retryAtMs).toBe(time.clock.nowMs() + 2_000);
  });

  test('[E97] tries that fail come ever more seldom, but once a minute; an answer starts over', () => {
    const { gate, time } = open();
    const waits = (count: number): number[] =>
      Array.from({ length: count }, () => {
        gate.trouble(problem('offline', { subject: '' }));
        const waitMs = (gate.retryAtMs ?? 0) - time.clock.nowMs();
        void time.clock.sleep(waitMs);
        return waitMs;
      });
    expect(waits(8)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    gate.reached();
    expect(waits(2)).toEqual([2_000, 4_000]);
  });

  test('an answer opens it; a person may ask for a try at once', () => {
    const { gate, changes } = open();
    gate.trouble(problem('offline', { subject: '' }));
    expect([gate.isOpen, gate.mayTry()]).toEqual([false, false]);
    gate.tryNow();
    expect(gate.mayTry()).toBe(true);
    gate.reached();
    expect([gate.isOpen, gate.problem, gate.retryAtMs, gate.wasReached]).toEqual([true, null, null, true]);
    expect(changes()).toBe(3);
  });
});

describe('the wake', () => {
  test('a ring ends the sleep, and a ring before the sleep is not lost', async () => {
    const { clock } = createVirtualTime();
    const wake = createWake({
      ...clock,
      sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    });
    const signal = new AbortController().signal;
    wake.ring();
    await wake.wait(null, signal);
    const sleeping = wake.wait(1_000_000, signal);
    wake.ring();
    await sleeping;
    const stop = new AbortController();
    const stopped = wake.wait(null, stop.signal);
    stop.abort();
    await stopped;
    await wake.wait(null, stop.signal);
  });
});
