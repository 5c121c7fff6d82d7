import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** The disk as someone who is not an administrator, whom read-only files and folders stop. */
let home: string;
let root: string;
let bin: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-rights-'));
  [root, bin] = [join(home, 'root'), join(home, 'trash')];
  for (const folder of [root, bin]) await mkdir(folder);
  for (const folder of [home, root, bin]) await chmod(folder, 0o777);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const isUnix = process.platform !== 'win32';
const adapters = pathToFileURL(join(import.meta.dirname, '../../../../../main/engine/adapters')).href;

/** Runs this line with the adapters loaded, through this command; returns what it prints. */
function runLine(command: readonly string[], line: string): string {
  const program = `
    import { createDisk } from '${adapters}/node-file-system/disk.ts';
    import { moveByCopy } from '${adapters}/node-file-system/trash.ts';
    import { createNodeFileSystem } from '${adapters}/node-file-system.ts';
    import { createNodeLocalTrash } from '${adapters}/node-local-trash.ts';
    import { createNodeRandom } from '${adapters}/node-random.ts';
    const [random, root, bin] = [createNodeRandom(), ${JSON.stringify(root)}, ${JSON.stringify(bin)}];
    ${line}`;
  const [file, ...args] = [...command, process.execPath, '--input-type=module', '-e', program];
  const run = spawnSync(file, args, { encoding: 'utf8' });
  return run.stdout.trim() || run.stderr;
}

const asPerson = (line: string): string =>
  runLine(
    [],
    `if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
    ${line}`,
  );

/** As in a rootless container: the own account is its administrator, and nobody else has a number. */
const ownNamespace = ['unshare', '--user', '--map-root-user'];
const isInitialRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasNamespaces = isInitialRoot && spawnSync('unshare', [...ownNamespace.slice(1), 'true']).status === 0;

test.runIf(isUnix)(
  'a folder with a read-only one in it stays whole, and no copy of it is left in the trash',
  async () => {
    for (const folder of ['f', 'f/module']) await mkdir(join(root, folder));
    for (const file of ['f/module/code', 'f/z-other']) await writeFile(join(root, file), 'content');
    await chmod(join(root, 'f'), 0o777);
    await chmod(join(root, 'f/module'), 0o555);
    const printed = asPerson(`
    const move = () => moveByCopy(createDisk(random), root + '/f', bin + '/f');
    console.log(await move().then(() => 'moved', (error) => error.code));`);
    expect(printed).toBe('EACCES');
    expect((await readdir(join(root, 'f'), { recursive: true })).toSorted()).toEqual([
      'module',
      'module/code',
      'z-other',
    ]);
    expect(await readdir(bin)).toEqual([]);
  },
);

test.runIf(isUnix)(
  '[P51] a folder with read-only ones in it, as in a cache of Go modules, is permanently deleted from the trash',
  async () => {
    const printed = asPerson(`
    const { chmodSync, existsSync, mkdirSync, writeFileSync } = await import('node:fs');
    const item = bin + '/day/go';
    for (const folder of ['', '/mod', '/mod/empty', '/mod/deep']) mkdirSync(item + folder, { recursive: true });
    writeFileSync(item + '/mod/deep/code.go', 'code');
    for (const folder of ['/mod/empty', '/mod/deep', '/mod', '']) chmodSync(item + folder, 0o555);
    const trash = createNodeLocalTrash(createNodeFileSystem(random), random, { home: bin });
    console.log(await trash.purge(item).then(() => 'purged', (error) => error.message));
    console.log(existsSync(item), existsSync(bin + '/day'));`);
    expect(printed.split('\n')).toEqual(['purged', 'false false']);
  },
);

test.runIf(isUnix)('[P56] the end of a root removes what a kill left in its staging, read-only folders too', () => {
  const printed = asPerson(`
    const { chmodSync, existsSync, mkdirSync, writeFileSync } = await import('node:fs');
    const left = root + '/.tandem/staging/returning-1/mod';
    mkdirSync(left, { recursive: true });
    writeFileSync(left + '/code.go', 'code');
    chmodSync(left, 0o555);
    await createNodeFileSystem(random).removeMarker(root);
    console.log(existsSync(root + '/.tandem'));`);
  expect(printed).toBe('false');
});

test.runIf(isUnix)(
  '[P51] a folder with a read-only one in it comes back whole from a trash on another volume',
  async () => {
    const printed = asPerson(`
    const { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } = await import('node:fs');
    const item = bin + '/day/box';
    for (const folder of [item + '/mod', root + '/.tandem', root + '/box']) mkdirSync(folder, { recursive: true });
    writeFileSync(item + '/mod/code.go', 'code');
    chmodSync(item + '/mod', 0o555);
    const disk = createNodeFileSystem(random);
    const { FileSystemError } = await import('${adapters}/../ports/file-system.ts');
    const cause = Object.assign(new Error('on another volume'), { code: 'EXDEV' });
    const elsewhere = new FileSystemError('not_supported', item, 'on another volume', { cause });
    const move = (from, to) => (from === item ? Promise.reject(elsewhere) : disk.move(from, to));
    const trash = createNodeLocalTrash({ ...disk, move }, random, { home: bin });
    const back = (to) => trash.takeBack(item, root, root + to).then(() => 'back', (error) => error.code);
    console.log(await back('/box'), (await disk.listStaging(root)).length);
    console.log(await back('/box (2)'), (await disk.listStaging(root)).length, existsSync(item));`);
    expect(printed.split('\n')).toEqual(['exists 0', 'back 0 false']);
    expect(await readFile(join(root, 'box (2)/mod/code.go'), 'utf8')).toBe('code');
  },
);

test.runIf(isUnix)('a copy of a read-only file is kept, once', async () => {
  await writeFile(join(root, 'ro'), 'content');
  await chmod(join(root, 'ro'), 0o444);
  const printed = asPerson(`
    const trash = createNodeLocalTrash(createNodeFileSystem(random), random, { home: bin, folderFor: async () => bin });
    console.log(await trash.keepCopy(root + '/ro', root).catch((error) => error.code));`);
  expect(printed).toBe(join(bin, 'ro'));
  expect(await readdir(bin)).toEqual(['ro']);
});

test.runIf(isUnix).each([
  ['is read-only', 0o555],
  ['lets only owners remove files', 0o1777],
])('a file that cannot leave its folder, because it %s, gets no second name', async (_, mode) => {
  for (const folder of ['from', 'to']) await mkdir(join(root, folder));
  await writeFile(join(root, 'from/a.txt'), 'content');
  // Linux lets others add names only to a file that they may write.
  await chmod(join(root, 'from/a.txt'), 0o666);
  await chmod(join(root, 'to'), 0o777);
  await chmod(join(root, 'from'), mode);
  const printed = asPerson(`
    const move = createNodeFileSystem(random).move(root + '/from/a.txt', root + '/to/a.txt');
    console.log(await move.then(() => 'moved', (error) => error.code));`);
  expect(printed).toBe('denied');
  expect([await readdir(join(root, 'from')), await readdir(join(root, 'to'))]).toEqual([['a.txt'], []]);
});

/** Puts "new" over the file `a`; prints "installed" or the code of the error. */
const replaceLine = `
    const disk = createNodeFileSystem(random);
    const expect = (await disk.stat(root + '/a')).fingerprint;
    const staging = await disk.openStaging(root, 's');
    await staging.append(Buffer.from('new'));
    await staging.finish(null);
    const install = disk.install(root, 's', root + '/a', expect);
    console.log(await install.then(() => 'installed', (error) => error.code));`;

test.runIf(hasNamespaces)('[E63] a file whose owner is unknown in a user namespace gets its new version', async () => {
  await writeFile(join(root, 'a'), 'old');
  await chmod(join(root, 'a'), 0o660);
  await chown(join(root, 'a'), 1234, 1234);
  expect(runLine(ownNamespace, replaceLine)).toBe('installed');
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('new');
});

test.runIf(isUnix)('a read-only file that was edited during its download gets its version the next time', async () => {
  await writeFile(join(root, 'a'), 'old');
  await chmod(join(root, 'a'), 0o444);
  const printed = asPerson(`
    const disk = createNodeFileSystem(random);
    const download = async (expect) => {
      const staging = await disk.openStaging(root, 's');
      await staging.append(Buffer.from('new'.slice(staging.sizeBytes)));
      await staging.finish(null);
      return disk.install(root, 's', root + '/a', expect);
    };
    const { fingerprint } = await disk.stat(root + '/a');
    const edited = { ...fingerprint, mtimeNs: '1' };
    for (const expect of [edited, fingerprint])
      console.log(await download(expect).then(() => 'installed', (error) => error.code));`);
  expect(printed.split('\n')).toEqual(['changed', 'installed']);
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('new');
  expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o444);
});
