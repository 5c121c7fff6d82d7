import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, type Running } from '../../support/programs/processes.ts';
import type { Figure } from '../figure.ts';
import { watchMemory } from '../resident-memory.ts';
import type { ClientBench, ClientBenchContext } from './bench-part.ts';
import { type BenchComputer, type ClientPlace, LOGIN, openClientPlace } from './place/client-place.ts';
import { askService, filesOf, itemsOf } from './place/service-answers.ts';
import { fillAccount } from './place/service-rows.ts';
import { foldersOf, plantTree, type TreeShape } from './place/trees.ts';

const LONGEST_MS = 30 * 60_000;
/** Of every five files one is deleted: fewer than the guard would hold. */
const DELETED_SHARE = 5;
const EDITED = join('kept', 'folder 00000', 'file 001.txt');

/**
 * Costs that must not grow with the tree: many single deletes beside an edit, large folders that go, arrive or are new here, and the longest
 * turn of the event loop in each.
 */
export const benchBounds: ClientBench = async (context) => [
  ...(await manyDeletes(context)),
  ...(await folderDeletes(context)),
  ...(await largeArrival(context)),
  ...(await largeFolder(context)),
];

/** 20,000 files deleted one by one out of 100,000, and one edited right after. */
async function manyDeletes({ scale, say }: ClientBenchContext): Promise<readonly Figure[]> {
  const shape: TreeShape = { files: Math.ceil(100_000 * scale), fileBytes: 128, tops: ['kept', 'thinned'] };
  const place = await openClientPlace((data) => fillAccount(data, LOGIN, shape));
  try {
    const computer = await place.computer('a');
    plantTree(computer.root, shape);
    say(`linking ${shape.files} files`);
    await computer.once();
    const running = await computer.follow(LONGEST_MS);
    await computer.delay.restart();
    const [before, memory] = [await filesOf(place.access), watchMemory(() => [running.pid])];
    const began = performance.now();
    const deleted = await deleteLoose(computer, shape);
    await writeFile(join(computer.root, EDITED), 'an edit beside the deletes');
    const saved = performance.now();
    const edited = before.get(EDITED);
    if (edited === undefined) throw new Error(`the service does not have ${EDITED}`);
    await eventually('the edit arrives', async () => (await sha1Of(place, edited.id)) !== edited.sha1, LONGEST_MS);
    const editMs = Math.round(performance.now() - saved);
    say(`the edit after ${editMs} ms`);
    await eventually('in sync', async () => isInSync(running), LONGEST_MS);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const peak = memory.stop().get(running.pid) ?? 0;
    const kept = (await filesOf(place.access)).size;
    if (kept !== before.size - deleted) throw new Error(`${kept} files are left on the service, of ${before.size}`);
    const what = `${deleted.toLocaleString('en')} loose deletes`;
    return [
      { what: `an edit beside ${what}, to the service`, value: editMs, unit: 'ms', wanted: 2000 },
      { what: `${what}, to the service`, value: seconds, unit: 's' },
      { what: `longest turn of the event loop, ${what}`, value: computer.delay.longestMs(), unit: 'ms', wanted: 50 },
      { what: `client at its largest, ${what}`, value: peak, unit: 'MB' },
    ];
  } finally {
    await place.close();
  }
}

async function deleteLoose({ root }: BenchComputer, shape: TreeShape): Promise<number> {
  let deleted = 0;
  for (const { path, files } of foldersOf(shape)) {
    for (const [index, name] of files.entries()) {
      if (index % DELETED_SHARE !== 0) continue;
      await rm(join(root, path, name));
      deleted += 1;
    }
  }
  return deleted;
}

async function sha1Of({ access }: ClientPlace, id: string): Promise<string> {
  return (await askService<{ sha1: string }>(access, 'GET', `/files/${id}?fields=sha1`)).sha1;
}

/** A folder of 20,000 files out of 100,000 goes to the trash on the service, then another one here: each fewer than the guard would hold. */
async function folderDeletes({ scale, say }: ClientBenchContext): Promise<readonly Figure[]> {
  const tops = ['gone there', 'gone here', 'kept', 'kept too', 'and this one'];
  const shape: TreeShape = { files: Math.ceil(100_000 * scale), fileBytes: 128, tops };
  const each = (shape.files / tops.length).toLocaleString('en');
  const place = await openClientPlace((data) => fillAccount(data, LOGIN, shape));
  try {
    const { access } = place;
    const computer = await place.computer('a');
    plantTree(computer.root, shape);
    say(`linking ${shape.files} files`);
    await computer.once();
    const running = await computer.follow(LONGEST_MS);
    const folders = await itemsOf(access, '0');
    const timed = async (
      what: string,
      act: () => Promise<unknown>,
      isOver: () => Promise<boolean>,
    ): Promise<Figure[]> => {
      await computer.delay.restart();
      const began = performance.now();
      await act();
      await eventually(what, isOver, LONGEST_MS);
      await eventually('in sync', async () => isInSync(running), LONGEST_MS);
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      say(`${what}: ${seconds} s`);
      return [
        { what, value: seconds, unit: 's' },
        { what: `longest turn of the event loop, ${what}`, value: computer.delay.longestMs(), unit: 'ms', wanted: 50 },
      ];
    };
    const there = folders.find(({ name }) => name === tops[0])?.id ?? '';
    return [
      ...(await timed(
        `a folder of ${each} files trashed there`,
        () => askService(access, 'DELETE', `/folders/${there}?recursive=true`),
        async () => !existsSync(join(computer.root, tops[0] ?? '')),
      )),
      ...(await timed(
        `a folder of ${each} files deleted here`,
        () => rm(join(computer.root, tops[1] ?? ''), { recursive: true }),
        async () => (await itemsOf(access, '0')).every(({ name }) => name !== tops[1]),
      )),
    ];
  } finally {
    await place.close();
  }
}

/** A folder of 100,000 files is moved into the synced folder on the service. */
async function largeArrival({ scale, say }: ClientBenchContext): Promise<readonly Figure[]> {
  const shape: TreeShape = { files: Math.ceil(100_000 * scale), fileBytes: 128, tops: ['large'] };
  const place = await openClientPlace();
  try {
    const { access } = place;
    const [synced, outside] = [await makeFolder(place, 'synced'), await makeFolder(place, 'outside')];
    const other = await place.computer('b', outside.id);
    plantTree(other.root, shape);
    say(`putting ${shape.files} files on the service`);
    await other.once();
    const large = (await itemsOf(access, outside.id)).find(({ name }) => name === 'large');
    if (large === undefined) throw new Error('the service does not have the large folder');
    const computer = await place.computer('a', synced.id);
    const running = await computer.follow(LONGEST_MS);
    await computer.delay.restart();
    const memory = watchMemory(() => [running.pid]);
    const began = performance.now();
    await askService(access, 'PUT', `/folders/${large.id}`, { parent: { id: synced.id } });
    const { path, files } = [...foldersOf(shape)].at(-1) ?? { path: '', files: [] };
    const last = join(computer.root, path, files.at(-1) ?? '');
    await eventually('the last file is here', async () => existsSync(last), LONGEST_MS);
    await eventually('in sync', async () => isInSync(running), LONGEST_MS);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const peak = memory.stop().get(running.pid) ?? 0;
    const here = countFiles(computer.root);
    if (here !== shape.files) throw new Error(`${here} files are here, of ${shape.files}`);
    say(`arrived after ${seconds} s`);
    const what = `a folder of ${shape.files.toLocaleString('en')} files arrives`;
    return [
      { what, value: seconds, unit: 's' },
      { what: `longest turn of the event loop, ${what}`, value: computer.delay.longestMs(), unit: 'ms', wanted: 50 },
      { what: `client at its largest, ${what}`, value: peak, unit: 'MB', wanted: 150 },
    ];
  } finally {
    await place.close();
  }
}

/** 20,000 new files in one folder, which comes into the root at once. */
async function largeFolder({ scale, say }: ClientBenchContext): Promise<readonly Figure[]> {
  const files = Math.ceil(20_000 * scale);
  const place = await openClientPlace();
  try {
    const computer = await place.computer('a');
    const outside = `${computer.root}-outside`;
    mkdirSync(outside);
    for (let index = 0; index < files; index++) writeFileSync(join(outside, `${index}.txt`), `${index}`);
    const running = await computer.follow(LONGEST_MS);
    await computer.delay.restart();
    const began = performance.now();
    renameSync(outside, join(computer.root, 'large'));
    const arrived = async (): Promise<boolean> => (await filesOf(place.access)).size === files;
    await eventually('all are on the service', arrived, LONGEST_MS);
    await eventually('in sync', async () => isInSync(running), LONGEST_MS);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const what = `${files.toLocaleString('en')} new files in one folder`;
    say(`${what}: ${seconds} s`);
    return [
      { what: `${what}, to the service`, value: seconds, unit: 's' },
      { what: `longest turn of the event loop, ${what}`, value: computer.delay.longestMs(), unit: 'ms', wanted: 50 },
    ];
  } finally {
    await place.close();
  }
}

const makeFolder = ({ access }: ClientPlace, name: string): Promise<{ readonly id: string }> =>
  askService(access, 'POST', '/folders', { name, parent: { id: '0' } });

/** Whether the client's last word on its state is that all is in sync. */
const isInSync = (client: Running): boolean =>
  client.stdout().slice(client.stdout().lastIndexOf('"state"')).startsWith('"state":"in_sync"');

function countFiles(root: string): number {
  let files = 0;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.parentPath.includes('.tandem')) files += 1;
  }
  return files;
}
