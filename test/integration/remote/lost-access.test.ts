import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import { createRemoteObserver, type RemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { startFaultyProxy } from '../../support/lines/faulty-proxy.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';

/** Access that comes and goes, with services that answer 404 for what they no longer show, or 403. */
let there: ObservedFolder;
let bench: ObservedFolder['bench'];
let root: ObservedFolder['root'];
let observer: RemoteObserver;

beforeEach(async () => {
  there = await openObservedFolder();
  ({ bench, root } = there);
  observer = createRemoteObserver({ remote: bench.remote, root });
});
afterEach(() => there.close());

test('[E67] a root that the service no longer shows is gone, and nothing below it was deleted', async () => {
  await there.fileIn(bench.folder, 'a.txt');
  await observer.catchUp();
  const hidden = () => Promise.reject(new RemoteError('no_permission', 'not for this account'));
  const top = await bench.remote.item(bench.folder, 'folder');
  if (!top) throw new Error('no bench folder');
  await there.trash(top);
  const watching = createRemoteObserver({ remote: { ...bench.remote, item: hidden, list: hidden }, root });
  expect(await watching.catchUp()).toMatchObject({ rootGone: true });
  expect(await watching.catchUp()).toMatchObject({ rootGone: true });
  expect(there.paths()).toEqual(['a.txt']);
  await there.restore(top);
  expect(await observer.catchUp()).toMatchObject({ rootGone: false });
  expect(there.paths()).toEqual(['a.txt']);
});

test.each([404, 403])(
  '[E83] a folder that is shared comes with its contents, and goes when a look at it ends with %s',
  async (status) => {
    const proxy = await startFaultyProxy(bench.service);
    const shared = await there.folderIn(bench.folder, 'shared');
    await there.fileIn(shared.id, 'a.txt');
    const bob = await bench.service.addPerson('bob@example.com');
    const theirs = connect(proxy, bob.token);
    const ann = callerOf(bench.service, bench.service.person.token);
    const asBob = callerOf(bench.service, bob.token);
    const own = await theirs.remote.item(itemId('0'), 'folder');
    if (!own) throw new Error('bob has no root');
    const bobRoot = await there.link(own.id, { remote: own, account: `service ${bob.id}` });
    const watching = createRemoteObserver({ remote: theirs.remote, root: bobRoot });
    await watching.catchUp();
    const invite = {
      item: { type: 'folder', id: shared.id },
      accessible_by: { type: 'user', login: bob.login },
      role: 'viewer',
    };
    const invited = (await ann.post('/collaborations', invite)).json;
    expect(await watching.catchUp()).toMatchObject({ invitations: true });
    if (invited.status === 'pending') await asBob.put(`/collaborations/${invited.id}`, { status: 'accepted' });
    await watching.catchUp();
    expect(there.paths(bobRoot)).toEqual(['shared', 'shared/a.txt']);
    expect(bobRoot.remote(shared.id)).toMatchObject({ canUpload: false, canRename: false, canDownload: true });
    expect((await ann.delete(`/collaborations/${invited.id}`)).status).toBe(204);
    const body = JSON.stringify({
      type: 'error',
      status,
      code: status === 403 ? 'forbidden' : 'not_found',
      message: 'No.',
    });
    const answer = { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body } as const;
    proxy.break({ path: new RegExp(`/folders/${shared.id}\\b`), times: 100, fault: answer });
    expect(await watching.catchUp()).toMatchObject({ rootGone: false });
    expect([there.paths(bobRoot), bobRoot.wasLost(shared.id)]).toEqual([[], true]);
    await theirs.client.close();
    await proxy.stop();
  },
);

test('[E103] a lock against downloads takes no right away: it says who holds it, and ends by itself', async () => {
  const file = await there.fileIn(bench.folder, 'a.txt');
  const bob = await bench.service.addPerson('bob@example.com');
  const ann = callerOf(bench.service, bench.service.person.token);
  const asBob = callerOf(bench.service, bob.token);
  const item = { type: 'folder', id: bench.folder };
  const invite = { item, accessible_by: { type: 'user', login: bob.login }, role: 'editor' };
  const invited = await ann.post('/collaborations', invite);
  if (invited.json.status === 'pending') await asBob.put(`/collaborations/${invited.json.id}`, { status: 'accepted' });
  await observer.catchUp();
  const lock = { access: 'lock', is_download_prevented: true };
  expect((await asBob.put(`/files/${file.id}`, { lock })).status).toBe(200);
  const shown = (await ann.get(`/files/${file.id}?fields=permissions`)).json.permissions;
  expect(shown).toMatchObject({ can_download: false });
  expect(await bench.remote.list(bench.folder)).toMatchObject([{ id: file.id, canDownload: true }]);
  await observer.catchUp();
  expect(root.remote(file.id)).toMatchObject({ canDownload: true });
});
