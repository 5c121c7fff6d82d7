import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeLapsedRequests } from '../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { dropLapsedLinks } from '../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { startReceiver, type WebhookReceiver } from '../../../support/lines/webhook-receiver.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, type Member, openContentHouse, requireOk } from '../contents/content-house.ts';

let house: ContentHouse;
let visitor: ServiceCaller;
let receiver: WebhookReceiver;
beforeAll(async () => {
  const settings = { fileRequests: { mostFiles: 3, mostBytes: 1_000 } };
  house = await openContentHouse({ settings, config: { webhookAddresses: 'any' } });
  visitor = callerOf(house.service, null);
  receiver = await startReceiver();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
  await receiver.close();
});

/** The ways in which a user loses the right to share and to upload. */
const losses: Readonly<Record<string, (member: Member) => Promise<unknown>>> = {
  'is removed': async ({ collaborationId }) => {
    expect((await house.owner.delete(`/collaborations/${collaborationId}`)).status).toBe(204);
  },
  'becomes a previewer': async ({ collaborationId }) =>
    requireOk(await house.owner.put(`/collaborations/${collaborationId}`, { role: 'previewer' })),
  'is made inactive': ({ person }) =>
    house.service.service.store.transaction(({ users }) => users.update(person.id, { status: 'inactive' })),
};

const submit = async ({ url }: Seen, content = 'a file'): Promise<number> => {
  const form = new FormData();
  form.append('files', new Blob([content]), `${house.freshName()}.txt`);
  return (await fetch(house.service.publicUrl + url, { method: 'POST', body: form })).status;
};
const statusOf = async ({ id }: Seen) => (await house.owner.get(`/file_requests/${id}`)).json.status;

describe('a shared link opens nothing once its maker may no longer share', () => {
  const doors: Readonly<Record<string, (link: Seen, fileId: string) => Promise<number>>> = {
    'its page': async ({ url }) => (await visitor.send('GET', url)).status,
    'its download': async ({ url }, id) => (await visitor.send('GET', `${url}/download/${id}`)).status,
    'its static address': async ({ download_url }) => (await visitor.send('GET', download_url)).status,
    'the header svcapi': async ({ url }, id) =>
      (
        await house.members.uploader.caller.get(`/files/${id}/content`, {
          svcapi: `shared_link=${url}`,
          prefer: 'return=representation',
        })
      ).status,
  };
  const cells = Object.entries(losses).flatMap(([loss, lose]) =>
    Object.entries(doors).map(([door, open]) => ({ loss, lose, door, open })),
  );
  test.each(cells)('$door, when the maker $loss', async ({ lose, open }) => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    expect(await open(made.shared_link, id)).toBe(200);
    await lose(member);
    expect([403, 404]).toContain(await open(made.shared_link, id));
  });

  test('a ticket that was issued before opens nothing either', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    const svcapi = `shared_link=${made.shared_link.url}`;
    const stranger = await house.service.addPerson(`${house.freshName().replaceAll(' ', '')}@example.com`);
    const { headers } = await callerOf(house.service, stranger.token).get(`/files/${id}/content`, { svcapi });
    expect((await visitor.send('GET', String(headers['location']))).status).toBe(200);
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    expect((await visitor.send('GET', String(headers['location']))).status).toBe(404);
  });

  test('the owner sees that it went, by an event and on the item, and can make another', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    const from = (await house.owner.get('/events?stream_position=now')).json.next_stream_position;
    expect(await dropLapsedLinks(house.service.service)).toBeGreaterThanOrEqual(1);
    const { entries } = (await house.owner.get(`/events?stream_type=all&stream_position=${from}`)).json;
    expect(entries.map(({ event_type, source }) => [event_type, source.id])).toContainEqual([
      'ITEM_SHARED_UNSHARE',
      id,
    ]);
    expect((await house.owner.get(`/files/${id}?fields=shared_link`)).json.shared_link).toBeNull();
    const again = requireOk(await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    expect(again.shared_link.url).not.toBe(made.shared_link.url);
    expect((await visitor.send('GET', again.shared_link.url)).status).toBe(200);
  });

  test('the owner who asks for a link before it was cleared away gets one that works', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    const again = requireOk(await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    expect((await visitor.send('GET', made.shared_link.url)).status).toBe(404);
    expect((await visitor.send('GET', again.shared_link.url)).status).toBe(200);
  });

  test('a link that the owner changed is the owner’s, and stays', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link: {} }));
    const shared_link = { permissions: { can_download: false } };
    requireOk(await house.owner.put(`/files/${id}`, { shared_link }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    expect((await visitor.send('GET', made.shared_link.url)).status).toBe(200);
  });

  test('a link that lets people edit needs more than the right to share', async () => {
    const member = await house.invite('editor');
    const { id } = await house.newFile();
    const shared_link = { permissions: { can_edit: true } };
    const made = requireOk(await member.caller.put(`/files/${id}?fields=shared_link`, { shared_link }));
    expect((await visitor.send('GET', made.shared_link.url)).status).toBe(200);
    requireOk(await house.owner.put(`/collaborations/${member.collaborationId}`, { role: 'viewer' }));
    expect((await visitor.send('GET', made.shared_link.url)).status).toBe(404);
  });

  test('with the ownership, the links of the owner pass to the next owner', async () => {
    const next = await house.service.addPerson('next@example.com');
    const folder = await house.newFolder('0');
    const file = await house.newFile('some content', folder.id);
    const made = requireOk(await house.owner.put(`/files/${file.id}?fields=shared_link`, { shared_link: {} }));
    const accessible_by = { type: 'user', login: next.login };
    const item = { type: 'folder', id: folder.id };
    const invited = requireOk(await house.owner.post('/collaborations', { item, accessible_by, role: 'editor' }));
    await house.owner.put(`/collaborations/${invited.id}`, { role: 'owner' });
    const ownNext = callerOf(house.service, next.token);
    const { entries } = (await ownNext.get(`/folders/${folder.id}/collaborations`)).json;
    for (const { id } of entries) await ownNext.delete(`/collaborations/${id}`);
    expect((await house.owner.get(`/files/${file.id}`)).status).toBe(404);
    expect((await visitor.send('GET', made.shared_link.url)).status).toBe(200);
  });
});

describe('a file request takes nothing once the person who answers for it may no longer upload', () => {
  test.each(Object.entries(losses))('who %s', async (_loss, lose) => {
    const member = await house.invite('editor');
    const request = requireOk(await member.caller.post('/file_requests', { folder: { id: house.folderId } }));
    expect([await submit(request), await statusOf(request)]).toEqual([200, 'active']);
    await lose(member);
    expect([await submit(request), await statusOf(request)]).toEqual([404, 'inactive']);
    expect((await browserOf(house.service.publicUrl).get(request.url)).status).toBe(404);
  });

  test('the owner sees it inactive, changes its title without opening it, and takes it over by making it active', async () => {
    const member = await house.invite('editor');
    const request = requireOk(await member.caller.post('/file_requests', { folder: { id: house.folderId } }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    requireOk(await house.owner.put(`/file_requests/${request.id}`, { title: 'Other' }));
    expect([await submit(request), await statusOf(request)]).toEqual([404, 'inactive']);
    requireOk(await house.owner.put(`/file_requests/${request.id}`, { status: 'active' }));
    expect([await submit(request), await statusOf(request)]).toEqual([200, 'active']);
  });

  test('a copy of it is inactive too', async () => {
    const member = await house.invite('editor');
    const request = requireOk(await member.caller.post('/file_requests', { folder: { id: house.folderId } }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    const body = { folder: { id: house.folderId, type: 'folder' } };
    expect((await house.owner.post(`/file_requests/${request.id}/copy`, body)).json.status).toBe('inactive');
  });

  test('it stays inactive: after a new invitation its creator has to activate it again', async () => {
    const member = await house.invite('editor');
    const request = requireOk(await member.caller.post('/file_requests', { folder: { id: house.folderId } }));
    await house.owner.delete(`/collaborations/${member.collaborationId}`);
    expect(await closeLapsedRequests(house.service.service)).toBeGreaterThanOrEqual(1);
    const item = { type: 'folder', id: house.folderId };
    const accessible_by = { type: 'user', login: member.person.login };
    requireOk(await house.owner.post('/collaborations', { item, accessible_by, role: 'editor' }));
    expect([await submit(request), await statusOf(request)]).toEqual([404, 'inactive']);
  });

  test('it closes at its file limit, until someone activates it again', async () => {
    const request = requireOk(await house.owner.post('/file_requests', { folder: { id: house.folderId } }));
    const statuses = [];
    for (let file = 0; file < 4; file += 1) statuses.push(await submit(request));
    expect([...statuses, await statusOf(request)]).toEqual([200, 200, 200, 404, 'inactive']);
    requireOk(await house.owner.put(`/file_requests/${request.id}`, { status: 'active' }));
    expect(await submit(request)).toBe(200);
  });

  test('it refuses a file that is larger than its remaining space', async () => {
    const request = requireOk(await house.owner.post('/file_requests', { folder: { id: house.folderId } }));
    expect(await submit(request, 'x'.repeat(600))).toBe(200);
    expect(await submit(request, 'x'.repeat(600))).toBe(403);
    expect(await submit(request, 'x'.repeat(400))).toBe(200);
    expect(await statusOf(request)).toBe('inactive');
  });
});

describe('a webhook tells its creator nothing that the creator may no longer see', () => {
  test('what a comment says stays with those who may read comments', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const target = { type: 'file', id };
    const body = { target, address: receiver.address, triggers: ['COMMENT.CREATED', 'FILE.RENAMED'] };
    requireOk(await member.caller.post('/webhooks', body));
    const say = async (message: string) => requireOk(await house.owner.post('/comments', { item: target, message }));
    await say('said before');
    await receiver.told('COMMENT.CREATED');
    requireOk(await house.owner.put(`/collaborations/${member.collaborationId}`, { role: 'uploader' }));
    await say('said after');
    requireOk(await house.owner.put(`/files/${id}`, { name: house.freshName() }));
    await receiver.told('FILE.RENAMED');
    expect(receiver.messages.filter(({ body }) => body.includes('said before'))).toHaveLength(1);
    expect(receiver.messages.filter(({ body }) => body.includes('said after'))).toEqual([]);
  });

  test('a message that waits for its next try is given up when the right ends', async () => {
    const member = await house.invite('viewer');
    const { id } = await house.newFile();
    const target = { type: 'file', id };
    const refusing = await startReceiver();
    refusing.answer(503);
    const body = { target, address: refusing.address, triggers: ['COMMENT.CREATED'] };
    const hook = requireOk(await member.caller.post('/webhooks', body));
    requireOk(await house.owner.post('/comments', { item: target, message: 'said once' }));
    await refusing.told('COMMENT.CREATED');
    requireOk(await house.owner.put(`/collaborations/${member.collaborationId}`, { role: 'uploader' }));
    const deliveries = async () => (await member.caller.get(`/webhooks/${hook.id}/deliveries`)).json.entries;
    await expect.poll(async () => (await deliveries()).map(({ status }) => status)).toEqual(['given_up']);
    expect(JSON.stringify(await deliveries())).toContain('no longer has access');
    await refusing.close();
  });
});
