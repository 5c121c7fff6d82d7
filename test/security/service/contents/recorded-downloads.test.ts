import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, openContentHouse, requireOk } from './content-house.ts';

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

/** A way to the bytes of a file, by a reader who has not read it before. */
type Door = (viewer: ServiceCaller, fileId: string, headers: Record<string, string>) => Promise<Buffer>;

const doors: Readonly<Record<string, Door>> = {
  'at once': async (viewer, id, headers) =>
    (await viewer.get(`/files/${id}/content`, { ...headers, prefer: 'return=representation' })).bytes,
  'by its address': async (viewer, id, headers) => {
    const { headers: answered } = await viewer.get(`/files/${id}/content`);
    return (await callerOf(house.service, null).send('GET', String(answered['location']), undefined, headers)).bytes;
  },
  'by an address that was asked for with the range': async (viewer, id, headers) => {
    const { headers: answered } = await viewer.get(`/files/${id}/content`, headers);
    return (await callerOf(house.service, null).send('GET', String(answered['location']))).bytes;
  },
  'by the page of a shared link': async (_viewer, id, headers) => {
    const { shared_link: link } = requireOk(
      await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: {} }),
    );
    return (await callerOf(house.service, null).send('GET', `${link.url}/download/${id}`, undefined, headers)).bytes;
  },
  'by the static address of a shared link': async (_viewer, id, headers) => {
    const { shared_link: link } = requireOk(
      await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: {} }),
    );
    return (await callerOf(house.service, null).send('GET', link.download_url, undefined, headers)).bytes;
  },
  'by the header of a shared link': async (_viewer, id, headers) => {
    const { shared_link: link } = requireOk(
      await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: {} }),
    );
    const stranger = callerOf(
      house.service,
      (await house.service.addPerson(`${house.freshName()}@example.com`.replaceAll(' ', ''))).token,
    );
    const svcapi = `shared_link=${link.url}`;
    return (await stranger.get(`/files/${id}/content`, { ...headers, svcapi, prefer: 'return=representation' })).bytes;
  },
};

/** Ranges that are all of the file, or all that an attacker wants of it. */
const ranges = {
  'no range': null,
  'all of it': 'bytes=0-',
  'with blanks': 'bytes = 0-',
  'all but the first byte': 'bytes=1-',
  'the last bytes': 'bytes=-11',
  'several ranges at once': 'bytes=1-,0-',
  'several ranges, the first later': 'bytes=5-6,0-11',
  'another unit': 'items=1-2',
  'an end before the start': 'bytes=5-1',
  'no numbers': 'bytes=-',
  'no range at all': 'nonsense',
} as const;

const cells = Object.entries(doors).flatMap(([door, open]) =>
  Object.entries(ranges).map(([range, header]) => ({ door, open, range, header })),
);

describe('bytes that leave are recorded, whatever the text of the range', () => {
  test.each(cells)('$door, $range', async ({ open, header }) => {
    const { id } = await house.newFile('twelve bytes');
    const viewer = house.members.viewer.caller;
    const from = (await house.owner.get('/events?stream_position=now')).json.next_stream_position;
    const bytes = await open(viewer, id, header === null ? {} : { range: header });
    expect(bytes.length).toBeGreaterThan(10);
    await house.service.service.uses.settled();
    const { entries } = (await house.owner.get(`/events?stream_type=all&stream_position=${from}`)).json;
    const downloads = entries.filter((event) => event.event_type === 'ITEM_DOWNLOAD' && event.source.id === id);
    expect(downloads).toHaveLength(1);
  });
});

describe('nothing that leaves is nothing to record', () => {
  test.each(['HEAD of an address', 'a URL that is never opened', 'a range outside of the content'])(
    '%s',
    async (what) => {
      const { id } = await house.newFile('twelve bytes');
      const from = (await house.owner.get('/events?stream_position=now')).json.next_stream_position;
      const { headers } = await house.members.viewer.caller.get(`/files/${id}/content`);
      const anyone = callerOf(house.service, null);
      if (what.startsWith('HEAD')) await anyone.send('HEAD', String(headers['location']));
      if (what.startsWith('a range')) {
        const { status } = await anyone.send('GET', String(headers['location']), undefined, { range: 'bytes=12-' });
        expect(status).toBe(416);
      }
      await house.service.service.uses.settled();
      const { entries } = (await house.owner.get(`/events?stream_type=all&stream_position=${from}`)).json;
      expect(entries.map(({ event_type }) => event_type)).not.toContain('ITEM_DOWNLOAD');
    },
  );
});
