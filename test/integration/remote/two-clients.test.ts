import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTree } from '../../support/files/disk-tree.ts';
import { eventually, type Running } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** Two `tandem sync` and a person on the web, all at once, against one service. */
let place: Workplace;
let a: Computer;
let b: Computer;
let clients: Running[];

beforeAll(async () => {
  place = await openWorkplace();
  a = await place.computer('a');
  b = await place.computer('b');
  await writeFile(join(a.root, 'first.txt'), 'first');
  clients = [a.sync(), b.sync()];
  await arrives(b, 'first.txt', 'first');
});
afterAll(() => place.close());

const contentOf = (computer: Computer, path: string) =>
  readFile(join(computer.root, path), 'utf8').catch(() => undefined);
const arrives = (computer: Computer, path: string, content: string) =>
  eventually(`${path} on ${computer.name}`, async () => (await contentOf(computer, path)) === content);
const leaves = (computer: Computer, path: string) =>
  eventually(`${path} gone from ${computer.name}`, async () => (await contentOf(computer, path)) === undefined);
const same = () =>
  eventually('both trees equal', async () => {
    const [left, right] = [await readTree(a.root), await readTree(b.root)];
    return JSON.stringify([...left]) === JSON.stringify([...right]);
  });

test('a create and an edit here arrive there, and the other way round', async () => {
  await writeFile(join(a.root, 'from-a.txt'), 'one');
  await arrives(b, 'from-a.txt', 'one');
  await writeFile(join(b.root, 'from-a.txt'), 'two');
  await arrives(a, 'from-a.txt', 'two');
});

test('a move and a delete of a file arrive', async () => {
  await mkdir(join(a.root, 'box'));
  await writeFile(join(a.root, 'thing.txt'), 'thing');
  await arrives(b, 'thing.txt', 'thing');
  await rename(join(a.root, 'thing.txt'), join(a.root, 'box', 'thing.txt'));
  await arrives(b, 'box/thing.txt', 'thing');
  await leaves(b, 'thing.txt');
  await rm(join(b.root, 'box', 'thing.txt'));
  await leaves(a, 'box/thing.txt');
});

test('changes on the web arrive on both: create, edit, rename, delete, restore', async () => {
  const web = place.web();
  const made = await web.upload('0', 'web.txt', 'from the web');
  for (const computer of [a, b]) await arrives(computer, 'web.txt', 'from the web');
  await web.replace(made.id, 'web.txt', 'edited on the web');
  for (const computer of [a, b]) await arrives(computer, 'web.txt', 'edited on the web');
  await web.update(made, { name: 'web2.txt' });
  for (const computer of [a, b]) await arrives(computer, 'web2.txt', 'edited on the web');
  await web.trash(made);
  for (const computer of [a, b]) await leaves(computer, 'web2.txt');
  await web.restore(made);
  for (const computer of [a, b]) await arrives(computer, 'web2.txt', 'edited on the web');
});

test('both clients end cleanly on SIGTERM and hold the same tree', async () => {
  await same();
  for (const client of clients) expect((await client.kill('SIGTERM')).code).toBe(0);
});
