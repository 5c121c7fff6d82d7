import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event } from '../../../contract/resources/streams/event.ts';
import { changesOf } from '../../../main/engine/adapters/service-remote/events/event-changes.ts';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { createRemoteObserver } from '../../../main/engine/observe/remote/remote-observer.ts';
import { type Remote, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type ObservedFolder, openObservedFolder } from '../../support/engine/observed-folder.ts';

let there: ObservedFolder;

beforeEach(async () => {
  there = await openObservedFolder();
});
afterEach(() => there.close());

/** A service whose next page has one event of this type, which says only which item it is about. */
function tellingThinly(type: string, { id, kind }: RemoteEntry, item = there.bench.remote.item): Remote {
  const { remote } = there.bench;
  const source = { type: kind, id } as Event['source'];
  const event = {
    type: 'event',
    event_id: 'e1',
    event_type: type,
    created_at: '2026-01-01T00:00:00Z',
    source,
  } as const;
  let events: readonly Event[] = [event];
  return {
    ...remote,
    item,
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      const told = await changesOf(events, item);
      events = [];
      return page.ok ? { ...page, ...told } : page;
    },
  };
}

test.each(['ITEM_TRASH', 'COLLAB_REMOVE_COLLABORATOR'])(
  '[E90] an item that is gone leaves the tree, although %s names no state of it',
  async (type) => {
    const { root, bench } = there;
    const file = await there.fileIn(bench.folder, 'a.txt');
    await createRemoteObserver({ remote: bench.remote, root }).catchUp();
    await there.trash(file);
    const observer = createRemoteObserver({ remote: tellingThinly(type, file), root });
    await observer.catchUp();
    expect(there.paths()).toEqual([]);
    expect(root.goneSequence(file.id)).toBe(file.sequenceId);
    expect(await observer.catchUp()).toMatchObject({ rolledBack: false });
  },
);

test('[P61] a look that is refused deletes nothing: what became of the item is listed', async () => {
  const { root, bench } = there;
  const seen = await there.fileIn(bench.folder, 'seen.txt');
  const gone = await there.fileIn(bench.folder, 'gone.txt');
  await createRemoteObserver({ remote: bench.remote, root }).catchUp();
  await there.trash(gone);
  const item: Remote['item'] = () => Promise.reject(new RemoteError('no_permission', 'No.'));
  const remote = tellingThinly('COLLAB_REMOVE_COLLABORATOR', seen, item);
  expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ listed: true, rolledBack: false });
  expect(there.paths()).toEqual(['seen.txt']);
});

test('[P61] a look that is refused lists again if a listing under way has shown the item before it went', async () => {
  const { root, bench } = there;
  const lost = await there.fileIn(bench.folder, 'lost.txt');
  let isShown = false;
  const item: Remote['item'] = () => Promise.reject(new RemoteError('no_permission', 'No.'));
  const list: Remote['list'] = async (folder, signal) => {
    const entries = await bench.remote.list(folder, signal);
    if (!isShown) await there.trash(lost);
    isShown = true;
    return entries;
  };
  const remote = { ...tellingThinly('COLLAB_REMOVE_COLLABORATOR', lost, item), list };
  expect(await createRemoteObserver({ remote, root }).catchUp()).toMatchObject({ listed: true, rolledBack: false });
  expect(there.paths()).toEqual([]);
});
