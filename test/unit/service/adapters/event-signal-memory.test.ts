import { describe, expect, test } from 'vitest';
import { memoryEventSignal } from '../../../../service/adapters/event-signal-memory.ts';

describe('memoryEventSignal', () => {
  test('wakes every listener of the people who are announced', async () => {
    const signal = memoryEventSignal();
    const [first, second] = [signal.subscribe('1'), signal.subscribe('1')];
    signal.announce(['2', '1']);
    await expect(Promise.all([first.changed, second.changed])).resolves.toEqual([undefined, undefined]);
  });

  test('leaves the listeners of others, and those that closed, asleep', async () => {
    const signal = memoryEventSignal();
    const woken: string[] = [];
    const listen = (name: string, userId: string) => {
      const subscription = signal.subscribe(userId);
      void subscription.changed.then(() => woken.push(name));
      return subscription;
    };
    listen('other', '2');
    listen('closed', '1').close();
    const awake = listen('awake', '1');
    signal.announce(['1']);
    await awake.changed;
    expect(woken).toEqual(['awake']);
  });

  test('closing twice, or beside a later listener, does no harm', async () => {
    const signal = memoryEventSignal();
    const early = signal.subscribe('1');
    early.close();
    const late = signal.subscribe('1');
    early.close();
    signal.announce(['1']);
    await expect(late.changed).resolves.toBeUndefined();
  });
});
