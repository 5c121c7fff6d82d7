import { execFileSync } from 'node:child_process';
import { constants, rmSync, statfsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDirectoryFlusher } from '../../../../../main/engine/adapters/node-file-system/directory-flush.ts';
import { createDisk } from '../../../../../main/engine/adapters/node-file-system/disk.ts';
import type { Computer } from '../../../../../main/engine/adapters/node-file-system/local-stat.ts';
import { install } from '../../../../../main/engine/adapters/node-file-system/place.ts';
import { nameRules } from '../../../../../main/engine/adapters/node-file-system/root-facts/name-rules.ts';
import { toFileSystemError } from '../../../../../main/engine/adapters/node-file-system/system-error.ts';
import { moveByCopy } from '../../../../../main/engine/adapters/node-file-system/trash.ts';
import { createWalkThreads } from '../../../../../main/engine/adapters/node-file-system/walk/walk-threads.ts';
import { createNodeFileSystem } from '../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { isReusable } from '../../../../../main/engine/model/ids.ts';
import type { FileSystem } from '../../../../../main/engine/ports/file-system.ts';
import type { Random } from '../../../../../main/engine/ports/random.ts';
import type { DiskBench } from '../../../../suites/disk/disk-bench.ts';
import { fileSystemSuite } from '../../../../suites/disk/file-system.ts';
import { collect } from '../../../../support/collect.ts';

type Disk = (random: Random) => FileSystem;

async function openRealDisk(open: Disk = createNodeFileSystem): Promise<DiskBench> {
  const home = await mkdtemp(join(tmpdir(), 'tandem-fs-'));
  const root = join(home, 'root');
  const outside = join(home, 'outside');
  await mkdir(root);
  await mkdir(outside);
  return {
    fileSystem: open(createNodeRandom()),
    root,
    outside,
    write: (path, text) => writeFile(path, text),
    read: (path) => readFile(path, 'utf8').catch(() => null),
    folder: async (path) => {
      await mkdir(path, { recursive: true });
    },
    link: (path, target) => symlink(target, path),
    rename,
    hardLink: link,
    date: (path, modifiedAtMs) => utimes(path, modifiedAtMs / 1000, modifiedAtMs / 1000),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

/** Node knows no extended attributes; who sets them here is another program. */
const python = (line: string): string =>
  execFileSync('python3', ['-c', `import os; ${line}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** The right to open raw sockets, as `ping` has it on some systems (vfs_cap_data, version 2). */
const CAPABILITY = "'security.capability', bytes.fromhex('0100000200200000000000000000000000000000')";

function hasAttributes(attribute = "'user.tag', b'x'"): boolean {
  const path = join(tmpdir(), `tandem-attributes-${process.pid}`);
  try {
    python(`open(${JSON.stringify(path)}, 'w').close(); os.setxattr(${JSON.stringify(path)}, ${attribute})`);
    return process.platform === 'linux';
  } catch {
    // Another system, or a disk without them.
    return false;
  } finally {
    rmSync(path, { force: true });
  }
}

fileSystemSuite('this machine', () => openRealDisk());

/** This machine's disk, told apart as a stick with FAT or exFAT. */
const stick = (bootTag: bigint): Computer => {
  const renumbering = [statfsSync(tmpdir()).type];
  return { birthTimes: true, renumbering, bootTag: bootTag << 32n, mountTable: null };
};
const openStick =
  (bootTag: bigint): Disk =>
  (random) =>
    createNodeFileSystem(random, createWalkThreads(stick(bootTag)), stick(bootTag));

fileSystemSuite('a stick that numbers its items at each mount', () => openRealDisk(openStick(1n)));

test('[E57] [E68] no item of a stick passes for the one that had its number before, and the volume stays the same', async () => {
  const bench = await openRealDisk();
  const path = join(bench.root, 'a');
  await writeFile(path, 'one');
  const lasting = (await bench.fileSystem.stat(path))?.fingerprint.identity;
  const seen = async (bootTag: bigint) => {
    const disk = openStick(bootTag)(createNodeRandom());
    const volume = await disk.volumeId(path);
    return { volume, identity: (await disk.stat(path))?.fingerprint.identity };
  };
  const [before, after] = [await seen(1n), await seen(2n)];
  expect(after.volume).toBe(before.volume);
  expect(after.identity).not.toBe(before.identity);
  expect([lasting, before.identity, after.identity].map((one) => one !== undefined && isReusable(one))).toEqual([
    false,
    true,
    true,
  ]);
  await bench.dispose();
});

describe('the disk of this machine', () => {
  let bench: DiskBench;
  beforeEach(async () => {
    bench = await openRealDisk();
  });
  afterEach(() => bench.dispose());

  test('[E62] a named pipe is special, and opening it as a file does not hang', async () => {
    const pipe = join(bench.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect((await bench.fileSystem.stat(pipe))?.kind).toBe('special');
    await expect(bench.fileSystem.openRead(pipe)).rejects.toMatchObject({ code: 'changed' });
  });

  test('[E39] listing and walk report a name that is not UTF-8 in printable form, and it hides no other name', async () => {
    const bad = Buffer.concat([Buffer.from(`${bench.root}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]);
    await writeFile(bad, 'x');
    // The second one is what the undecodable name looks like.
    const valid = ['cafg.txt', 'caf\u{fffd}.txt', 'meant\u{fffd}'];
    for (const name of valid) await writeFile(join(bench.root, name), 'x');
    const listing = await bench.fileSystem.list(bench.root);
    expect(listing.undecodable).toEqual(['caf\\xe9.txt']);
    expect(listing.entries.map((entry) => entry.name)).toEqual(valid);
    const [walked] = await collect(bench.fileSystem.walk(bench.root, () => true));
    expect(walked).toEqual({ ok: true, listing });
  });

  const replace = async (target: string, text: string): Promise<void> => {
    const expected = (await bench.fileSystem.stat(target))?.fingerprint ?? null;
    const staging = await bench.fileSystem.openStaging(bench.root, 's');
    await staging.append(Buffer.from(text));
    await staging.finish(null);
    await bench.fileSystem.install(bench.root, 's', target, expected);
  };

  test('[E63] [E24] a replaced file keeps its mode', async () => {
    const target = join(bench.root, 'script.sh');
    await writeFile(target, 'old');
    await chmod(target, 0o751);
    await replace(target, 'new');
    expect((await stat(target)).mode & 0o777).toBe(0o751);
    expect(await readFile(target, 'utf8')).toBe('new');
  });

  test('[E63] a replaced program loses the rights of its owner and group, which its new content may not deserve', async () => {
    const target = join(bench.root, 'program');
    await writeFile(target, 'old');
    await chmod(target, 0o7755);
    await replace(target, 'new');
    expect((await stat(target)).mode & 0o7777).toBe(0o1755);
  });

  test.runIf(hasAttributes(CAPABILITY))(
    '[E63] a replaced program loses its capabilities, and keeps its other attributes',
    async () => {
      const target = join(bench.root, 'program');
      await writeFile(target, 'old');
      const named = JSON.stringify(target);
      python(`os.setxattr(${named}, 'user.tag', b'mine'); os.setxattr(${named}, ${CAPABILITY})`);
      await replace(target, 'new');
      expect(python(`print(os.listxattr(${named}))`)).toBe("['user.tag']");
    },
  );

  test('[E63] a read-only file gets its new version and stays read-only', async () => {
    const target = join(bench.root, 'plan.pdf');
    await writeFile(target, 'old');
    await chmod(target, 0o444);
    await replace(target, 'new');
    expect((await stat(target)).mode & 0o777).toBe(0o444);
    expect(await readFile(target, 'utf8')).toBe('new');
  });

  test.runIf(hasAttributes())('[E63] a replaced file keeps its extended attributes', async () => {
    const target = join(bench.root, 'tagged');
    await writeFile(target, 'old');
    python(`os.setxattr(${JSON.stringify(target)}, 'user.tag', b'mine')`);
    await replace(target, 'new');
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(python(`print(os.getxattr(${JSON.stringify(target)}, 'user.tag'))`)).toBe("b'mine'");
  });

  test('[E57] a file that gets the inode of a removed one has another identity', async () => {
    const path = join(bench.root, 'a');
    await writeFile(path, 'one');
    const before = await bench.fileSystem.stat(path);
    await rm(path);
    await writeFile(path, 'two');
    expect((await bench.fileSystem.stat(path))?.fingerprint.identity).not.toBe(before?.fingerprint.identity);
  });

  test('the identity survives an edit, a change of mode and of time', async () => {
    const path = join(bench.root, 'a');
    await writeFile(path, 'one');
    const before = await bench.fileSystem.stat(path);
    await writeFile(path, 'longer');
    await chmod(path, 0o600);
    await utimes(path, 1, 1);
    expect((await bench.fileSystem.stat(path))?.fingerprint.identity).toBe(before?.fingerprint.identity);
  });

  test('[P51] [P56] the trash in a root that is removed stays, and nothing else of ours', async () => {
    const { fileSystem, root } = bench;
    await fileSystem.writeMarker(root, 'ours');
    await (await fileSystem.openStaging(root, 'half')).close();
    await bench.write(join(root, 'note.txt'), 'note');
    const place = await fileSystem.trash(join(root, 'note.txt'), join(root, '.tandem', 'trash', 'day'));
    await fileSystem.removeMarker(root);
    expect(await readdir(join(root, '.tandem'))).toEqual(['trash']);
    expect(await readFile(place, 'utf8')).toBe('note');
  });

  test('a trash on another volume gets a complete copy with its times and modes, and the source goes', async () => {
    const from = join(bench.root, 'folder');
    await mkdir(join(from, 'inner'), { recursive: true });
    await chmod(from, 0o700);
    await chmod(join(from, 'inner'), 0o750);
    await writeFile(join(from, 'inner/file'), 'bytes');
    await utimes(join(from, 'inner/file'), 1_000_000, 1_000_000);
    await symlink('inner', join(from, 'link'));
    const to = join(bench.outside, 'copy');
    await moveByCopy(createDisk(createNodeRandom()), from, to);
    expect(await readFile(join(to, 'inner/file'), 'utf8')).toBe('bytes');
    expect((await stat(join(to, 'inner/file'))).mtimeMs).toBe(1_000_000_000);
    expect([(await stat(to)).mode & 0o777, (await stat(join(to, 'inner'))).mode & 0o777]).toEqual([0o700, 0o750]);
    expect(await bench.fileSystem.stat(from)).toBeNull();
  });

  test('a file that is saved while its folder is copied to the trash keeps all of it, and no copy is left', async () => {
    const [from, to] = [join(bench.root, 'folder'), join(bench.outside, 'copy')];
    await mkdir(join(from, 'z'), { recursive: true });
    await chmod(join(from, 'z'), 0o700);
    for (const file of ['a', 'z/b']) await writeFile(join(from, file), 'bytes');
    await utimes(join(from, 'z/b'), 1_000_000, 1_000_000);
    await symlink('a', join(from, 'z', 'link'));
    const disk = createDisk(createNodeRandom());
    const flushDirectory = async (folder: string): Promise<void> => {
      await disk.flushDirectory(folder);
      if (folder === bench.outside) await writeFile(join(from, 'a'), 'saved again');
    };
    await expect(moveByCopy({ ...disk, flushDirectory }, from, to)).rejects.toMatchObject({ code: 'changed' });
    expect(await readFile(join(from, 'a'), 'utf8')).toBe('saved again');
    expect(await readFile(join(from, 'z/b'), 'utf8')).toBe('bytes');
    expect(await readlink(join(from, 'z/link'))).toBe('a');
    expect((await stat(join(from, 'z/b'))).mtimeMs).toBe(1_000_000_000);
    expect((await stat(join(from, 'z'))).mode & 0o777).toBe(0o700);
    expect(await bench.fileSystem.stat(to)).toBeNull();
  });

  test('a copy to the trash never removes a folder to which something that cannot be copied belongs', async () => {
    const from = join(bench.root, 'folder');
    await mkdir(from);
    await writeFile(join(from, 'a'), 'bytes');
    execFileSync('mkfifo', [join(from, 'pipe')]);
    await expect(moveByCopy(createDisk(createNodeRandom()), from, join(bench.outside, 'copy'))).rejects.toMatchObject({
      code: 'not_supported',
    });
    expect(await readFile(join(from, 'a'), 'utf8')).toBe('bytes');
    expect(await bench.fileSystem.stat(join(bench.outside, 'copy'))).toBeNull();
  });

  test('a thread that was started ahead does the next walk; a second one is made for two at once only', async () => {
    await writeFile(join(bench.root, 'a'), 'bytes');
    const listed = await collect(bench.fileSystem.walk(bench.root, () => true));
    let made = 0;
    const count = (): void => void made++;
    process.on('worker', count);
    const threads = createWalkThreads();
    threads.startAhead();
    threads.startAhead();
    const fileSystem = createNodeFileSystem(createNodeRandom(), threads);
    const walkNow = () => collect(fileSystem.walk(bench.root, () => true));
    expect([await walkNow(), await walkNow()]).toEqual([listed, listed]);
    expect(made).toBe(1);
    expect(await Promise.all([walkNow(), walkNow()])).toEqual([listed, listed]);
    expect(made).toBe(2);
    process.off('worker', count);
  });

  test('a directory of another volume is reported as a mount, and the walk does not enter it', async () => {
    const listing = await bench.fileSystem.list('/');
    expect(listing.entries.find((entry) => entry.name === 'proc')?.stat.kind).toBe('mount');
  });

  test('[E44] a sparse huge file costs no memory to look at and to read from its end', async () => {
    const path = join(bench.root, 'sparse');
    const handle = await open(path, constants.O_CREAT | constants.O_RDWR);
    await handle.truncate(1024 ** 4);
    await handle.close();
    expect((await bench.fileSystem.stat(path))?.fingerprint.sizeBytes).toBe(1024 ** 4);
    const reader = await bench.fileSystem.openRead(path);
    expect(await reader.read(new Uint8Array(10), 1024 ** 4 - 4)).toBe(4);
    await reader.close();
    await copyFile('/dev/null', path);
  });

  test('flushes of one directory at once all end, and one that fails says so to those who waited for it', async () => {
    const flush = createDirectoryFlusher();
    await Promise.all(Array.from({ length: 20 }, () => flush(bench.root)));
    await expect(flush(join(bench.root, 'missing'))).rejects.toThrow();
    await flush(bench.root);
  });

  test.each([
    ['ENOSPC', 'no_space'],
    ['EDQUOT', 'no_space'],
    ['EFBIG', 'too_large'],
    ['EACCES', 'denied'],
    ['EBUSY', 'busy'],
    ['ENAMETOOLONG', 'name_too_long'],
    ['EIO', 'io'],
  ])('the system says %s, the engine hears %s', (errno, code) => {
    const error = toFileSystemError(Object.assign(new Error('x'), { code: errno }), 'read the file', '/a');
    expect(error).toMatchObject({ code, path: '/a' });
    expect(error.message).toMatch(/^Cannot read the file "\/a": /);
  });

  test('[E33] a disk that refuses a question mark has the rules of Windows under every system', async () => {
    const refuses = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));
    expect(await nameRules(refuses('EINVAL'), 'probe', 'linux')).toBe('windows');
    expect(await nameRules(() => Promise.resolve(), 'probe', 'darwin')).toBe('posix');
    expect(await nameRules(() => Promise.resolve(), 'probe', 'win32')).toBe('windows');
    await expect(nameRules(refuses('ENOSPC'), 'probe', 'linux')).rejects.toThrow();
    expect(await bench.fileSystem.traits(bench.root)).toMatchObject({ platform: 'posix' });
  });

  test('[E50] Windows says EPERM for what another program has open: to move it or to replace it waits for that program', () => {
    const refused = Object.assign(new Error('x'), { code: 'EPERM' });
    for (const [action, platform, code] of [
      ['move', 'win32', 'busy'],
      ['put a file at', 'win32', 'busy'],
      ['move to the trash', 'win32', 'busy'],
      ['read the file', 'win32', 'denied'],
      ['move', 'linux', 'denied'],
    ] as const) {
      expect(toFileSystemError(refused, action, '/a', platform).code).toBe(code);
    }
  });

  test('Windows says EISDIR for what the disk cannot do, other systems for a directory in place of a file', () => {
    const refused = Object.assign(new Error('x'), { code: 'EISDIR' });
    expect(toFileSystemError(refused, 'put a file at', '/a', 'win32').code).toBe('not_supported');
    expect(toFileSystemError(refused, 'put a file at', '/a', 'linux').code).toBe('changed');
  });
});

test('[P6] a file that is moved away while its folder is flushed still counts as put in place', async () => {
  const { fileSystem, root, dispose } = await openRealDisk();
  const staging = await fileSystem.openStaging(root, 'part');
  await staging.append(Buffer.from('content'));
  await staging.finish(1_000_000);
  const [target, elsewhere] = [join(root, 'a.txt'), join(root, 'b.txt')];
  const disk = { ...createDisk(createNodeRandom()), flushDirectory: () => rename(target, elsewhere) };
  const put = await install(disk, { root, stagingName: 'part', target, expect: null });
  const moved = await fileSystem.stat(elsewhere);
  expect(put.fingerprint.identity).toBe(moved?.fingerprint.identity);
  expect(put.fingerprint.mtimeNs).toBe(moved?.fingerprint.mtimeNs);
  await dispose();
});
