import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdminEventType } from '../../../contract/resources/streams/admin-event.ts';
import type { AdminEventQuery, NewEvent, StreamPositions } from '../../../service/ports/metadata/streams/events.ts';
import { folder, type MetadataStoreFixture } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** A time beyond 32 bits, as times in milliseconds are. */
const start = 1_800_000_000_000;
const hour = 3_600_000;

/** The position of an event that comes when none of its stream or log from then on has one. */
const positionAt = (time: number) => time * 1000;

/** An event of a folder that Ann receives. */
export function event(eventId: string, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    eventId,
    eventType: 'ITEM_CREATE',
    createdAt: start,
    createdBy: '1',
    source: { kind: 'item', item: folder('10', 'x'), ancestors: [] },
    recipients: [{ userId: '1', access: { kind: 'owner' }, isChange: true }],
    ...changes,
  };
}

/** Numbers the log, as its readers do. */
const number = async ({ store }: MetadataStoreFixture): Promise<number> =>
  store.transaction(({ events }) => events.numberForAdmins(100));

async function withLog(open: Open, events: readonly NewEvent[]): Promise<MetadataStoreFixture> {
  const fixture = await open();
  for (const one of events) await fixture.store.transaction((tx) => tx.events.append(one));
  await number(fixture);
  return fixture;
}

/** What each log says of its positions: Ann's stream, and what administrators read. */
async function ofEach<T>(
  { store }: MetadataStoreFixture,
  read: (positions: StreamPositions) => Promise<T>,
): Promise<{ readonly ann: T; readonly admins: T }> {
  return store.read(async ({ events }) => ({
    ann: await read(events.positionsOf('1')),
    admins: await read(events.adminPositions),
  }));
}

async function adminIds({ store }: MetadataStoreFixture, query: Partial<AdminEventQuery>): Promise<readonly string[]> {
  const whole = { after: 0, limit: 100, types: null, createdAfter: null, createdBefore: null, ...query };
  return (await store.read(({ events }) => events.listForAdmins(whole))).map(({ eventId }) => eventId);
}

const told = (eventId: string, adminType: AdminEventType, createdAt = start) =>
  event(eventId, { adminType, createdAt, recipients: [], eventType: adminType });

/** The contract of every metadata store for the log that people and administrators read. */
export function eventLogSuite(open: Open): void {
  describe('the log of events', () => {
    it('keeps one row for people and administrators, with details for the latter', async () => {
      const both = event('both', { adminType: 'UPLOAD', details: { service_id: 'ä' } });
      await using fixture = await withLog(open, [event('people'), both, told('admins', 'LOGIN')]);
      expect(await adminIds(fixture, {})).toEqual(['both', 'admins']);
      const [first] = await fixture.store.read(({ events }) =>
        events.listForAdmins({ after: 0, limit: 1, types: null, createdAfter: null, createdBefore: null }),
      );
      expect(first).toMatchObject({ adminType: 'UPLOAD', eventType: 'ITEM_CREATE', details: { service_id: 'ä' } });
      const own = await fixture.store.read(({ events }) =>
        events.list({ userId: '1', after: 0, limit: 10, onlyChanges: true, types: null }),
      );
      expect(own.map(({ eventId }) => eventId)).toEqual(['people', 'both']);
    });

    it('takes any number of recipients at once', async () => {
      const recipients = Array.from({ length: 1001 }, (_, index) => ({
        userId: String(index + 1),
        access: { kind: 'collaborator' as const, itemId: '10', role: 'viewer' as const },
        isChange: index % 2 === 0,
      }));
      await using fixture = await withLog(open, [event('all', { recipients })]);
      const newest = (userId: string, onlyChanges: boolean) =>
        fixture.store.read(({ events }) => events.newestOf(userId, onlyChanges));
      const only = positionAt(start);
      expect([await newest('1001', true), await newest('1000', false)]).toEqual([only, only]);
      expect(await newest('1000', true)).toBe(0);
      expect(await newest('1002', false)).toBe(0);
    });

    it('lists several types merged by position, each page from where the last one ended', async () => {
      const types: readonly AdminEventType[] = ['MOVE', 'COPY', 'LOGIN', 'COPY', 'MOVE', 'EDIT', 'COPY'];
      const log = types.map((type, index) => told(`${type} ${index}`, type));
      await using fixture = await withLog(open, log);
      const pages = [
        await adminIds(fixture, { types: ['COPY', 'MOVE', 'SHARE'], limit: 3 }),
        await adminIds(fixture, { types: ['COPY', 'MOVE', 'SHARE'], limit: 3, after: positionAt(start) + 3 }),
      ];
      expect(pages).toEqual([
        ['MOVE 0', 'COPY 1', 'COPY 3'],
        ['MOVE 4', 'COPY 6'],
      ]);
    });

    it('cuts the log in time exactly, also where clocks of several processes differ by minutes', async () => {
      const times = [0, 1, 2, 1.95, 2.1, 2.05, 3, 4].map((hours) => start + hours * hour);
      const log = times.map((time, index) => told(String(index), 'MOVE', time));
      await using fixture = await withLog(open, log);
      expect(await adminIds(fixture, { createdAfter: start + 2 * hour })).toEqual(['2', '4', '5', '6', '7']);
      expect(await adminIds(fixture, { createdBefore: start + 2 * hour })).toEqual(['0', '1', '2', '3']);
      const window = { createdAfter: start + 2 * hour, createdBefore: start + 3 * hour };
      expect(await adminIds(fixture, window)).toEqual(['2', '4', '5', '6']);
      const before = fixture.store.read(({ events }) => events.adminPositions.before(start + 1.5 * hour));
      expect(await before).toBe(positionAt(start + hour));
    });

    it('lists an event of a window wherever it stands: work ends later than younger work, and clocks are set', async () => {
      const minutes = [60, 0, 5, 4, 200, 3, 201].map((minute) => start + minute * 60_000);
      const log = minutes.map((time, index) => told(String(index), index % 2 ? 'MOVE' : 'COPY', time));
      await using fixture = await withLog(open, log);
      const until = start + 4 * 60_000;
      expect(await adminIds(fixture, { createdBefore: until })).toEqual(['1', '3', '5']);
      expect(await adminIds(fixture, { createdBefore: until, types: ['MOVE', 'COPY'] })).toEqual(['1', '3', '5']);
      expect(await adminIds(fixture, { createdAfter: until, createdBefore: until + 60_000 })).toEqual(['2', '3']);
      expect(await adminIds(fixture, { createdAfter: until })).toEqual(['0', '2', '3', '4', '6']);
      const pages = [await adminIds(fixture, { createdBefore: until, limit: 2 })];
      pages.push(await adminIds(fixture, { createdBefore: until, limit: 2, after: positionAt(start + hour) + 3 }));
      expect(pages).toEqual([['1', '3'], ['5']]);
    });

    it('lists an event whose work began before the newest one and ended after it', async () => {
      await using fixture = await withLog(open, [told('short', 'MOVE', start + 1), told('long', 'MOVE', start)]);
      expect(await adminIds(fixture, { createdBefore: start + 5 })).toEqual(['short', 'long']);
    });

    it('knows the newest event before a time, not at it, and of several at one time the last', async () => {
      const log = [told('0', 'MOVE'), told('1', 'MOVE'), told('2', 'MOVE', start + 1)];
      await using fixture = await withLog(open, log);
      const before = (time: number) => fixture.store.read(({ events }) => events.adminPositions.before(time));
      const last = positionAt(start) + 1;
      expect([await before(start), await before(start + 1)]).toEqual([0, last]);
      expect(await before(start + 2)).toBe(positionAt(start + 1));
    });

    it('gives positions by the clock, each beyond the last one, also when the clock was set back', async () => {
      await using fixture = await open();
      const append = async (createdAt: number) => {
        const one = event(randomUUID(), { createdAt, adminType: 'MOVE' });
        await fixture.store.transaction((tx) => tx.events.append(one));
        await number(fixture);
        return ofEach(fixture, async (positions) => positions.latest());
      };
      const given = [await append(start), await append(start), await append(start - hour), await append(start + hour)];
      const first = positionAt(start);
      const expected = [first, first + 1, first + 2, positionAt(start + hour)];
      expect(given).toEqual(expected.map((position) => ({ ann: position, admins: position })));
    });

    it('[E95] knows which positions it gave out, as far as the log goes back', async () => {
      const log = [0, 1, 2].map((hours) =>
        event(`${hours}`, { createdAt: start + hours * hour, adminType: hours === 2 ? null : 'MOVE' }),
      );
      const bobs = [{ userId: '3', access: { kind: 'owner' as const }, isChange: true }];
      await using fixture = await withLog(open, [...log, event('of Bob', { recipients: bobs, createdAt: start + 5 })]);
      const known = async (...positions: number[]) => {
        const { ann, admins } = await ofEach(fixture, async ({ wasGivenOut }) => {
          const answers: boolean[] = [];
          for (const position of positions) answers.push(await wasGivenOut(position));
          return answers;
        });
        expect(admins).toEqual(ann);
        return ann;
      };
      const [old, young] = [positionAt(start), positionAt(start + hour)];
      // The position before the first event, and each position that has an event.
      expect(await known(1, old, young)).toEqual([true, true, true]);
      expect(await known(2, old + 1, young - 1, young + 1)).toEqual([false, false, false, false]);
      // Bob's stream has it, and nobody else's.
      expect(await known(positionAt(start + 5))).toEqual([false]);
      await fixture.store.transaction((tx) => tx.events.deleteBefore('admins', start + 1, 100));
      // A deleted position may or may not have been handed out.
      expect(await known(2, old, old + 1, young)).toEqual([true, true, false, true]);
    });

    it('forgets for people what administrators may still read, and then for both', async () => {
      const both = event('both', { adminType: 'UPLOAD' });
      await using fixture = await withLog(open, [event('people'), both, event('young', { createdAt: start + hour })]);
      const { store } = fixture;
      const [first, second] = [positionAt(start), positionAt(start) + 1];
      const own = async () => {
        const query = { userId: '1', after: 0, limit: 10, onlyChanges: false, types: null };
        return (await store.read(({ events }) => events.list(query))).map(({ eventId }) => eventId);
      };
      const forgotten = async () => Object.values(await ofEach(fixture, async (positions) => positions.forgotten()));
      const forget = async (log: 'people' | 'admins') =>
        (await store.transaction((tx) => tx.events.deleteBefore(log, start + 1, 100))).deleted;
      expect(await forget('people')).toBe(1);
      expect([await own(), await adminIds(fixture, {}), await forgotten()]).toEqual([['young'], ['both'], [second, 0]]);
      expect(await forget('people')).toBe(0);
      expect(await forget('admins')).toBe(1);
      expect([await own(), await adminIds(fixture, {}), await forgotten()]).toEqual([['young'], [], [second, first]]);
    });

    it('forgets no young event because of one that was written while the clock was years behind', async () => {
      const year = 365 * 24 * hour;
      const times = [start, start + hour, start + hour, start - 20 * year, start + 2 * hour];
      await using fixture = await withLog(
        open,
        times.map((time, index) => told(String(index), 'MOVE', time)),
      );
      const { store } = fixture;
      const forget = async (time: number) =>
        (await store.transaction((tx) => tx.events.deleteBefore('admins', time, 100))).deleted;
      expect(await forget(start + 1)).toBe(1);
      expect(await forget(start + 1)).toBe(0);
      expect(await adminIds(fixture, {})).toEqual(['1', '2', '3', '4']);
      expect(await adminIds(fixture, { createdAfter: start })).toEqual(['1', '2', '4']);
      // Once the young ones are old, the one in between goes with the next step.
      expect([await forget(start + hour + 1), await forget(start + hour + 1)]).toEqual([2, 1]);
      expect(await adminIds(fixture, {})).toEqual(['4']);
    });

    it('forgets old events also behind one that was written while the clock was years ahead', async () => {
      const times = [start + 365 * 24 * hour, start, start, start + 2 * hour];
      await using fixture = await withLog(
        open,
        times.map((time, index) => told(String(index), 'MOVE', time)),
      );
      await fixture.store.transaction((tx) => tx.events.deleteBefore('admins', start + 1, 100));
      expect(await adminIds(fixture, {})).toEqual(['3']);
    });
  });
}
