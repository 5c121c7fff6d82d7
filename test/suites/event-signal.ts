import { afterEach, describe, expect, it } from 'vitest';
import type { EventSignal, EventSubscription } from '../../service/ports/event-signal.ts';
import type { RequestCounts } from '../../service/ports/request-counts.ts';

/** An adapter of the signal: each call opens it once more, as another process would. */
export type OpenSignal = () => Promise<EventSignal & RequestCounts & { close?(): Promise<void> }>;

/** The rules of the port. `reachesOthers`: whether a wake-up reaches other processes. */
export function eventSignalSuite(name: string, open: OpenSignal, reachesOthers: boolean): void {
  describe(`event signal: ${name}`, () => {
    const opened: Awaited<ReturnType<OpenSignal>>[] = [];
    const openOne = async () => {
      const signal = await open();
      opened.push(signal);
      return signal;
    };
    afterEach(async () => {
      for (const signal of opened.splice(0)) await signal.close?.();
    });

    it('wakes every listener of the announced users', async () => {
      const signal = await openOne();
      const both = [await signal.subscribe('1'), await signal.subscribe('1')];
      signal.announce(['2', '1']);
      await Promise.all(both.map(async (each) => each.changed));
    });

    it('leaves the listeners of others, and closed ones, asleep', async () => {
      const signal = await openOne();
      const woken: string[] = [];
      const note = (who: string, { changed }: EventSubscription) => void changed.then(() => woken.push(who));
      const [other, closed, awake] = [
        await signal.subscribe('2'),
        await signal.subscribe('1'),
        await signal.subscribe('1'),
      ];
      note('other', other);
      note('closed', closed);
      note('awake', awake);
      closed.close();
      signal.announce(['1']);
      await awake.changed;
      // Announcements of another adapter arrive in order: once a second user is awake, the first one has fully arrived.
      const last = await signal.subscribe('3');
      signal.announce(['3']);
      await last.changed;
      expect(woken).toEqual(['awake']);
    });

    it('closing twice, or beside a later listener, does no harm', async () => {
      const signal = await openOne();
      const early = await signal.subscribe('1');
      early.close();
      const late = await signal.subscribe('1');
      early.close();
      signal.announce(['1']);
      await late.changed;
    });

    if (!reachesOthers) return;
    it('wakes the listeners of other processes, and misses nothing that is announced after the subscription', async () => {
      const [here, there] = [await openOne(), await openOne()];
      for (let round = 0; round < 20; round += 1) {
        const subscription = await there.subscribe('1');
        here.announce(['1']);
        await subscription.changed;
        subscription.close();
      }
    });

    it('tells the other processes the requests of a thousand users, and not the one that tells', async () => {
      const [here, there] = [await openOne(), await openOne()];
      const counts = new Map(
        Array.from({ length: 1000 }, (_each, user) => [String(9_007_199_254_000_000 + user), user + 1]),
      );
      const [heardHere, heardThere] = [new Map<string, number>(), new Map<string, number>()];
      here.hear((heard) => {
        for (const [user, count] of heard) heardHere.set(user, count);
      });
      there.hear((heard) => {
        for (const [user, count] of heard) heardThere.set(user, count);
      });
      // A subscription that wakes shows that this signal hears the other one.
      const subscription = await there.subscribe('1');
      here.announce(['1']);
      await subscription.changed;
      here.tell(counts);
      await expect.poll(() => heardThere.size).toBe(1000);
      expect(heardThere).toEqual(counts);
      expect(heardHere.size).toBe(0);
    });
  });
}
