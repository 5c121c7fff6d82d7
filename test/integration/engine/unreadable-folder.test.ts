import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalListing } from '../../../main/engine/model/observation.ts';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A folder on this disk that may not be listed: what it holds is unknown, and Tandem says so until it may be listed again. */
let service: TestService;
let device: EngineDevice;
/** Absolute paths that the disk refuses to list or read. */
let refused: Set<string>;
/** Absolute paths that the disk lists, but does not let us look at. */
let closed: Set<string>;

beforeEach(async () => {
  service = await startTestService();
  refused = new Set();
  closed = new Set();
  device = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: refusing });
  await device.write('docs/locked/a.txt', 'a');
  await device.write('docs/b.txt', 'b');
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 2 });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const denied = (path: string) => new FileSystemError('denied', path, 'denied');

const seen = (listing: LocalListing): LocalListing => ({
  ...listing,
  entries: listing.entries.map(({ name, stat }) =>
    closed.has(join(listing.path, name)) ? { name, stat: { ...stat, kind: 'unreadable' } } : { name, stat },
  ),
});

function refusing(parts: EngineParts): EngineParts {
  const { fileSystem, hashPool } = parts;
  return {
    ...parts,
    hashPool: {
      ...hashPool,
      hash: (path, ...more) => (refused.has(path) ? Promise.reject(denied(path)) : hashPool.hash(path, ...more)),
    },
    fileSystem: {
      ...fileSystem,
      list: async (path) => (refused.has(path) ? Promise.reject(denied(path)) : seen(await fileSystem.list(path))),
      async *walk(root, enter, signal) {
        for await (const result of fileSystem.walk(root, enter, signal)) {
          const path = result.ok ? result.listing.path : result.path;
          if (refused.has(path)) yield { ok: false, path, error: denied(path) };
          else yield result.ok ? { ok: true, listing: seen(result.listing) } : result;
        }
      },
    },
  };
}

const rootNow = () => device.engine.status().roots[0];
const whyOf = async (path: string) => {
  const why = await device.engine.why({ path });
  return why.ok ? [why.value.status, why.value.problem?.code] : why;
};

test('[P87] [E73] is reported with everything in it, and nothing else is held up', async () => {
  refused.add(device.at('docs/locked'));
  await device.write('docs/locked/new.txt', 'unseen');
  await device.write('docs/c.txt', 'c');
  const report = await device.once();
  expect(report).toMatchObject({ state: 'attention', uploaded: 1, blocked: [{ reason: 'unreadable' }] });
  expect(report.blocked[0]).toMatchObject({ path: 'docs/locked', args: { subject: 'docs/locked' } });
  expect(rootNow()).toMatchObject({ state: 'attention', blocked: 1 });
  expect(device.engine.status().attention).toMatchObject([{ path: 'docs/locked', code: 'unreadable' }]);
  expect(await whyOf('docs/locked')).toEqual(['blocked', 'unreadable']);
  expect(await whyOf('docs/locked/a.txt')).toEqual(['blocked', 'unreadable']);
  expect(await whyOf('docs/locked/new.txt')).toEqual(['blocked', 'unreadable']);
  expect(await whyOf('docs/b.txt')).toEqual(['synced', undefined]);
  const [above, beside] = device.engine.pathStates([{ path: 'docs' }, { path: 'docs/b.txt' }]);
  expect([above?.beneath, beside?.status]).toEqual(['attention', 'synced']);
});

test('[P87] [E73] an item never synced that cannot be looked at is reported until it can, or is gone', async () => {
  for (const path of ['docs/new', 'top']) {
    closed.add(device.at(path));
    await device.write(path, path);
  }
  const report = await device.once();
  expect([report.state, report.blocked.map(({ path }) => path).toSorted()]).toEqual(['attention', ['docs/new', 'top']]);
  device.engine.start();
  await eventually('both', async () => device.engine.status().attention.length === 2);
  expect(rootNow()?.state).not.toBe('in_sync');
  await rm(device.at('top'));
  await eventually('one of them', async () => device.engine.status().attention.length === 1);
  closed.clear();
  device.engine.retry({ path: 'docs/new' });
  await eventually('in sync', async () => rootNow()?.state === 'in_sync');
  expect(await whyOf('docs/new')).toEqual(['synced', undefined]);
});

test('[P87] [E73] is in sync once it can be listed, or is gone', async () => {
  refused.add(device.at('docs/locked'));
  expect(await device.once()).toMatchObject({ state: 'attention' });
  refused.clear();
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  refused.add(device.at('docs/locked'));
  expect(await device.once()).toMatchObject({ state: 'attention' });
  await rm(device.at('docs/locked'), { recursive: true });
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [], deleted_remote: 1 });
});

test('[P87] [E73] is looked at again with the folder around it, and on request', async () => {
  refused.add(device.at('docs/locked'));
  device.engine.start();
  await eventually('the problem', async () => rootNow()?.state === 'attention');
  refused.clear();
  await device.write('docs/c.txt', 'c');
  await eventually('in sync again', async () => rootNow()?.state === 'in_sync');
  refused.add(device.at('docs/locked'));
  await device.write('docs/locked/a.txt', 'edited');
  await eventually('the problem again', async () => rootNow()?.state === 'attention');
  refused.clear();
  device.engine.retry({});
  await eventually('in sync after the request', async () => rootNow()?.state === 'in_sync');
});

test('[P87] [E73] is no longer reported once a look for something else has listed it', async () => {
  for (const name of ['x.txt', 'y.txt']) await device.write(name, name);
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 2 });
  device.engine.start();
  await eventually('in sync', async () => rootNow()?.state === 'in_sync');
  // A delete is believed after a look everywhere.
  refused.add(device.at('docs/locked'));
  await rm(device.at('x.txt'));
  await eventually('the problem', async () => rootNow()?.state === 'attention');
  refused.clear();
  await rm(device.at('y.txt'));
  await eventually('in sync again', async () => rootNow()?.state === 'in_sync');
});

test('[P87] [E73] the root itself: nothing in it counts as deleted, and Tandem says so until it may be listed', async () => {
  // The root does not show it at its new place.
  await rename(device.at('docs/b.txt'), device.at('b.txt'));
  refused.add(device.path);
  const says = { code: 'root_not_readable', args: { path: device.path } };
  expect(await device.once()).toMatchObject({ state: 'error', error: { code: 'unreadable', message: says } });
  device.engine.start();
  await eventually('the problem', async () => rootNow()?.state === 'attention');
  expect(rootNow()).toMatchObject({ sentence: says });
  refused.clear();
  device.engine.retry({});
  await eventually('in sync again', async () => rootNow()?.state === 'in_sync');
  const web = webUser(service, service.person.token);
  expect([String(await web.read((await web.find('0', 'b.txt'))?.id ?? '')), await device.read('b.txt')]).toEqual([
    'b',
    'b',
  ]);
});

test('[E72] a file whose edit cannot be read keeps its version there and is reported; its siblings go on', async () => {
  refused.add(device.at('docs/b.txt'));
  await device.write('docs/b.txt', 'B');
  await device.write('docs/c.txt', 'c');
  const report = await device.once();
  expect(report).toMatchObject({ state: 'attention', uploaded: 1, blocked: [{ path: 'docs/b.txt' }] });
  const web = webUser(service, service.person.token);
  const there = await web.find((await web.find('0', 'docs'))?.id ?? '', 'b.txt');
  expect([String(await web.read(there?.id ?? '')), await device.read('docs/b.txt')]).toEqual(['b', 'B']);
  refused.clear();
  device.engine.retry({});
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
});
