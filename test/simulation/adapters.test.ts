import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { fixedToken } from '../../main/api/token-source.ts';
import { itemId } from '../../main/engine/model/ids.ts';
import { type FileSystemErrorCode } from '../../main/engine/ports/file-system.ts';
import { fileSystemSuite } from '../suites/disk/file-system.ts';
import { hashPoolSuite } from '../suites/disk/hash-pool.ts';
import { remoteSuite } from '../suites/remote/remote-suite.ts';
import { openChance } from './world/chance.ts';
import { diskPort, hashPort } from './world/device/disk-port.ts';
import { LINUX } from './world/device/personality.ts';
import { openSeam } from './world/device/seam.ts';
import { createDisk, type Inode } from './world/device/virtual-disk.ts';
import { openFaultTape } from './world/fault-tape.ts';
import { idOfMade, webPerson } from './world/people/web-person.ts';
import { NO_FAULTS } from './world/service/line-faults.ts';
import { createServiceHost } from './world/service/service-host.ts';
import { remoteOn } from './world/service/service-remote.ts';
import { startTime } from './world/virtual-time.ts';

/** Lets virtual time pass while a test of a suite runs. */
function openBench() {
  const time = startTime(Date.UTC(2026, 0, 31));
  const seam = openSeam({ time, schedule: openChance(1, 'schedule'), longestMs: 5 });
  let isOpen = true;
  const run = async (): Promise<void> => {
    while (isOpen) await time.pass(time.nowMs() + 1000, () => !isOpen);
  };
  const running = run();
  return {
    time,
    seam,
    dispose: async () => {
      isOpen = false;
      await running;
    },
  };
}

function openDisk() {
  const { time, seam, dispose } = openBench();
  const disk = createDisk('bench', time, LINUX);
  const options = { disk, seam, fault: (): FileSystemErrorCode | null => null, told: () => {} };
  const folder = (path: string): Inode => {
    const { inode } = disk.look(path);
    if (inode !== null) return inode;
    const slash = path.lastIndexOf('/');
    return disk.create(folder(path.slice(0, slash) || '/'), path.slice(slash + 1), 'folder');
  };
  const split = (path: string): [Inode, string] => {
    const slash = path.lastIndexOf('/');
    return [folder(path.slice(0, slash) || '/'), path.slice(slash + 1)];
  };
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    const [parent, name] = split(path);
    const known = parent.children.get(name);
    if (known === undefined) return void disk.create(parent, name, 'file', bytes);
    known.bytes = bytes;
    disk.changed(known);
  };
  folder('/root');
  folder('/outside');
  return { disk, options, folder, split, write, dispose };
}

fileSystemSuite('virtual disk', async () => {
  const { disk, options, folder, split, write, dispose } = openDisk();
  const link = (from: string, to: string, isMove: boolean): void => {
    const [source, name] = split(from);
    const inode = source.children.get(name);
    if (inode === undefined) throw new Error(`nothing at ${from}`);
    if (isMove) disk.remove(source, name);
    disk.add(...split(to), inode);
  };
  return {
    fileSystem: diskPort(options),
    root: '/root',
    outside: '/outside',
    write: (path, text) => write(path, new TextEncoder().encode(text)),
    read: async (path) => {
      const { inode } = disk.look(path);
      return inode?.kind === 'file' ? new TextDecoder().decode(inode.bytes) : null;
    },
    folder: async (path) => void folder(path),
    link: async (path) => void disk.create(...split(path), 'link'),
    rename: async (from, to) => link(from, to, true),
    hardLink: async (from, to) => link(from, to, false),
    date: async (path, modifiedAtMs) => {
      const { inode } = disk.look(path);
      if (inode === null) throw new Error(`nothing at ${path}`);
      disk.changed(inode);
      inode.mtimeNs = BigInt(modifiedAtMs) * 1_000_000n;
    },
    dispose,
  };
});

hashPoolSuite('virtual disk', async () => {
  const { disk, options, write, dispose } = openDisk();
  return {
    pool: hashPort(options),
    folder: '/root',
    write,
    fingerprint: async (path) => {
      const { inode } = disk.look(path);
      if (inode === null) throw new Error(`nothing at ${path}`);
      return disk.stat(inode).fingerprint;
    },
    dispose,
  };
});

const host = await createServiceHost();
afterAll(() => host.close());

remoteSuite('the service in a run', async () => {
  const { time, seam, dispose } = openBench();
  const hosted = await host.open(time, 1);
  const web = webPerson(hosted, 'ann');
  const folder = itemId(idOfMade(await web.ask('POST', '/folders', { name: 'work', parent: { id: '0' } })));
  const device = (name: string) =>
    remoteOn({
      hosted,
      seam,
      chance: openChance(1, name),
      tape: openFaultTape(1, name, { muted: new Set(), struck: [] }),
      tokens: fixedToken(hosted.tokens.ann),
      knowsKeys: true,
      newKey: randomUUID,
      faults: () => NO_FAULTS,
      onTrash: () => {},
      sending: () => () => {},
      onMadeLate: () => {},
      unheard: new Set(),
      onTrouble: () => {},
      trace: () => {},
    });
  return {
    remote: device('one'),
    other: device('two'),
    folder,
    sessionFromBytes: 4096,
    dispose: async () => {
      await dispose();
      await hosted.close();
    },
  };
});
