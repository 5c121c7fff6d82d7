import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInClient } from '../../../../contract/oauth.ts';
import { narrowToken } from '../../../../service/domain/people/oauth/narrow-token.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { postOAuth, signedInBrowser, signInNatively } from '../../../support/service/oauth.ts';
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

/** The URLs that the service gives for a file: each is opened without a token. */
const addressesOf: Readonly<Record<string, (caller: ServiceCaller, id: string, asUser: object) => Promise<string>>> = {
  download: async (caller, id, asUser) =>
    String((await caller.get(`/files/${id}/content`, { ...asUser })).headers['location']),
  preview: async (caller, id, asUser) =>
    (await caller.get(`/files/${id}?fields=expiring_embed_link`, { ...asUser })).json.expiring_embed_link.url,
};

const open = async (url: string) => (await callerOf(house.service, null).send('GET', url)).status;
/** A sign-in of the administrator with Tandem. */
const signedIn = async () => {
  const { json } = await signInNatively(house.service, await signedInBrowser(house.service));
  return json['access_token'] ?? '';
};
const asOwner = () => ({ 'as-user': house.ownerPerson.id });

describe.each(Object.entries(addressesOf))('the URL of a %s', (kind, addressOf) => {
  test('is recorded with the administrator who acts and the application', async () => {
    const { id } = await house.newFile();
    const admin = callerOf(house.service, await signedIn());
    expect(await open(await addressOf(admin, id, asOwner()))).toBe(200);
    await house.service.service.uses.settled();
    const { entries } = (await admin.get(`/events?stream_type=admin_logs&limit=500&event_type=${kind.toUpperCase()}`))
      .json;
    const event = entries.find(({ source }) => source.id === id || Object(source).item_id === id);
    expect(event).toMatchObject({
      created_by: { id: house.ownerPerson.id },
      additional_details: { service_id: builtInClient.id, acted_by: { id: house.service.person.id } },
    });
  });

  test('ends with the sign-in that it was asked for in', async () => {
    const { id } = await house.newFile();
    const token = await signedIn();
    const url = await addressOf(callerOf(house.service, token), id, asOwner());
    expect(await open(url)).toBe(200);
    await postOAuth(house.service, 'revoke', { client_id: builtInClient.id, token });
    expect(await open(url)).toBe(404);
  });

  test('ends with the right to act as another person', async () => {
    const { id } = await house.newFile();
    const admin = callerOf(house.service, house.service.person.token);
    const { person, caller } = await house.invite('viewer');
    expect((await admin.put(`/users/${person.id}`, { role: 'coadmin' })).status).toBe(200);
    const url = await addressOf(caller, id, asOwner());
    expect(await open(url)).toBe(200);
    expect((await admin.put(`/users/${person.id}`, { role: 'user' })).status).toBe(200);
    expect(await open(url)).toBe(403);
  });

  test('of a token that is limited to a folder ends when the file leaves the folder', async () => {
    const folder = await house.newFolder();
    const { id } = await house.newFile('content', folder.id);
    const subjectToken = await createToken(house.service.service, { login: house.ownerPerson.login });
    const resource = `${house.service.baseUrl}/folders/${folder.id}`;
    const scope = 'item_download item_preview item_read';
    const asked = { subjectToken, resource, sharedLink: null, scope };
    const { accessToken } = await narrowToken(house.service.service, asked);
    const url = await addressOf(callerOf(house.service, accessToken), id, {});
    expect(await open(url)).toBe(200);
    expect((await house.owner.put(`/files/${id}`, { parent: { id: house.folderId } })).status).toBe(200);
    expect(await open(url)).toBe(404);
  });
});

describe('the URL of an archive', () => {
  const zipOf = async (caller: ServiceCaller, id: string) =>
    (await caller.post('/zip_downloads', { items: [{ type: 'file', id }] }, asOwner())).json.download_url;

  test('is recorded with the administrator who acts and the application', async () => {
    const { id } = await house.newFile();
    const admin = callerOf(house.service, await signedIn());
    expect(await open(await zipOf(admin, id))).toBe(200);
    await house.service.service.uses.settled();
    const { entries } = (await admin.get('/events?stream_type=admin_logs&limit=500&event_type=DOWNLOAD')).json;
    expect(entries.find(({ source }) => source.id === id || Object(source).item_id === id)).toMatchObject({
      created_by: { id: house.ownerPerson.id },
      additional_details: { service_id: builtInClient.id, acted_by: { id: house.service.person.id } },
    });
  });

  test('opens nothing after the sign-in that it was asked for in', async () => {
    const { id } = await house.newFile();
    const token = await signedIn();
    const admin = callerOf(house.service, token);
    const [before, after] = [await zipOf(admin, id), await zipOf(admin, id)];
    expect(await open(before)).toBe(200);
    await postOAuth(house.service, 'revoke', { client_id: builtInClient.id, token });
    expect(await open(after)).toBe(404);
  });
});
