import { constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeLocalTrash } from '../../../../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';
import { type FileSystem, FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';

/**
 * The order of the calls decides which data survives a power cut: data is flushed before a name leads to it, and the names of a folder
 * after they changed. Killing a process cannot show this, since the system keeps unflushed data.
 */
const calls = vi.hoisted((): string[] => []);
/** A trash folder that counts as on another volume. */
const OTHER_VOLUME = vi.hoisted(() => 'other volume');

vi.mock(import('../../../../../../main/disk/disk.ts'), async (importOriginal) => {
  const disk = await importOriginal();
  const noted =
    <Args extends unknown[], Value>(name: string, call: (...args: Args) => Value) =>
    (...args: Args): Value => {
      calls.push(`${name} ${args.map((path) => basename(String(path))).join(' ')}`);
      return call(...args);
    };
  const open: typeof disk.open = async (path, ...flags) => {
    const handle = await disk.open(path, ...flags);
    const { sync } = handle;
    handle.sync = () => {
      calls.push(`flush ${basename(String(path))}`);
      return sync.call(handle);
    };
    return handle;
  };
  return {
    ...disk,
    open,
    link: noted('link', disk.link),
    linkSync: noted('link', disk.linkSync),
    rename: noted('rename', (from, to) =>
      String(from).includes(OTHER_VOLUME) !== String(to).includes(OTHER_VOLUME)
        ? Promise.reject(Object.assign(new Error('on another volume'), { code: 'EXDEV' }))
        : disk.rename(from, to),
    ),
    renameSync: noted('rename', disk.renameSync),
    unlinkSync: noted('unlink', disk.unlinkSync),
    copyFile: noted('copy', disk.copyFile),
    unlink: noted('unlink', disk.unlink),
    rmdir: noted('rmdir', disk.rmdir),
    rm: (path, options) => {
      calls.push(`rm ${basename(String(path))}`);
      return disk.rm(path, options);
    },
  };
});

let place: string;
let root: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'tandem-flush-'));
  root = join(place, 'root');
  await mkdir(join(root, '.tandem'), { recursive: true });
});
afterEach(() => rm(place, { recursive: true, force: true }));

const fileSystem = createNodeFileSystem(createNodeRandom());

/** A call with one word for the name of an incomplete copy. */
const withBetween = (call: string): string => call.replaceAll(/\.tandem-copy-[0-9a-f]{16}/g, 'BETWEEN');

async function staged(name: string): Promise<void> {
  const staging = await fileSystem.openStaging(root, name);
  await staging.append(Buffer.from('content'));
  await staging.finish(null);
}

test('a new file is flushed before it gets its name, and its folder afterwards', async () => {
  calls.length = 0;
  await staged('s');
  await fileSystem.install(root, 's', join(root, 'new.txt'), null);
  expect(calls).toEqual(['flush s', 'link s new.txt', 'unlink s', 'flush root']);
});

test('a file that replaces another one is flushed before, and the folder afterwards', async () => {
  await writeFile(join(root, 'old.txt'), 'old');
  const stat = await fileSystem.stat(join(root, 'old.txt'));
  calls.length = 0;
  await staged('s');
  await fileSystem.install(root, 's', join(root, 'old.txt'), stat?.fingerprint ?? null);
  const kept = `replaced--s-3-${stat?.fingerprint.mtimeNs}-old.txt`;
  expect(calls).toEqual(['flush s', `link old.txt ${kept}`, 'rename s old.txt', 'flush root']);
});

test('a move flushes both folders afterwards', async () => {
  for (const folder of ['from', 'to']) await mkdir(join(root, folder));
  await writeFile(join(root, 'from/file'), 'content');
  calls.length = 0;
  await fileSystem.move(join(root, 'from/file'), join(root, 'to/file'));
  expect(calls).toEqual(['link file file', 'unlink file', 'flush to', 'flush from']);
});

test('a marker is flushed before it takes the place of the last one', async () => {
  calls.length = 0;
  await fileSystem.writeMarker(root, 'marker');
  expect(calls).toEqual([
    expect.stringMatching(/^flush root\./),
    expect.stringMatching(/^rename root\.\S+ root$/),
    'flush .tandem',
  ]);
});

test('a copy in the local trash is flushed with its folder before anyone may replace the original', async () => {
  await writeFile(join(root, 'note.txt'), 'note');
  const home = join(place, 'trash');
  const trash = createNodeLocalTrash(fileSystem, createNodeRandom(), {
    home,
    folderFor: async () => join(home, 'day'),
    momentsOf: async function* () {},
  });
  calls.length = 0;
  await trash.keepCopy(join(root, 'note.txt'), root);
  expect(calls.map(withBetween)).toEqual([
    `flush ${basename(place)}`,
    'flush trash',
    `copy note.txt BETWEEN ${constants.COPYFILE_EXCL}`,
    'flush BETWEEN',
    'link BETWEEN note.txt',
    'unlink BETWEEN',
    'flush day',
  ]);
});

test('what goes to a new folder of the trash is flushed with every folder that was made for it', async () => {
  await mkdir(join(root, 'box'));
  await mkdir(join(place, 'trash'));
  calls.length = 0;
  await fileSystem.trash(join(root, 'box'), join(place, 'trash', 'day', 'time'));
  expect(calls).toEqual(['flush trash', 'flush day', 'rename box box', 'flush time', 'flush root']);
});

test('what is copied to a trash on another volume has its flushed name there before any of it goes', async () => {
  const trash = join(place, OTHER_VOLUME);
  await mkdir(join(root, 'box'));
  await writeFile(join(root, 'box', 'note.txt'), 'note');
  await mkdir(trash);
  calls.length = 0;
  await fileSystem.trash(join(root, 'box'), trash);
  expect(calls.map(withBetween)).toEqual([
    'rename box box',
    'rm BETWEEN',
    `copy note.txt note.txt ${constants.COPYFILE_EXCL}`,
    'flush note.txt',
    'flush BETWEEN',
    'rename BETWEEN box',
    `flush ${OTHER_VOLUME}`,
    'unlink note.txt',
    'rmdir box',
    `flush ${OTHER_VOLUME}`,
    'flush root',
  ]);
});

test('what returns from a trash on another volume is flushed before it leaves the trash', async () => {
  const home = join(place, 'trash');
  const box = join(home, 'day', 'box');
  await mkdir(box, { recursive: true });
  await writeFile(join(box, 'note.txt'), 'note');
  const elsewhere = new FileSystemError('io', box, 'on another volume', {
    cause: Object.assign(new Error('on another volume'), { code: 'EXDEV' }),
  });
  const move: FileSystem['move'] = (from, to) => (from === box ? Promise.reject(elsewhere) : fileSystem.move(from, to));
  const disks = { ...fileSystem, move };
  const trash = createNodeLocalTrash(disks, createNodeRandom(), {
    home,
    folderFor: async () => join(home, 'day'),
    momentsOf: async function* () {},
  });
  calls.length = 0;
  await trash.takeBack(box, root, join(root, 'box'));
  expect(calls.map((call) => call.replace(/returning-\S+/, 'copy'))).toEqual([
    `copy note.txt note.txt ${constants.COPYFILE_EXCL}`,
    'flush note.txt',
    'flush copy',
    'rename copy box',
    'flush root',
    'flush staging',
    'rm box',
    'rmdir day',
    'rm copy',
  ]);
});
