import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A dry run predicts exactly the sync after it: random trees, changed by both sides, on real files and the real service. */
let service: TestService;
let web: WebUser;
beforeAll(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
});
afterAll(() => service.stop());

const SEEDS = 14;
const NAMES = ['a', 'b', 'c', 'd'];

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

type Numbers = (below: number) => number;
const anyOf = <Value>(next: Numbers, values: readonly Value[]): Value | undefined => values[next(values.length)];

/** A person here: the same acts as `changeThere`, with files. */
async function changeHere(device: EngineDevice, next: Numbers, round: number): Promise<void> {
  const tree = await readTree(device.path);
  const path = anyOf(next, [...tree.keys()]);
  const name = `${anyOf(next, NAMES) ?? 'a'}${next(3)}`;
  if (path === undefined || next(4) === 0)
    return device.write(next(2) === 0 ? name : `${name}-folder/${name}`, `here ${round}`);
  switch (next(3)) {
    case 0:
      return rm(device.at(path), { recursive: true });
    case 1: {
      const to = next(2) === 0 ? name : `${dirname(path)}/${name}`;
      const isBelowItself = `${to}/`.startsWith(`${path}/`);
      if (!tree.has(to) && !isBelowItself) await rename(device.at(path), device.at(to)).catch(() => undefined);
      return;
    }
    default:
      return writeFile(device.at(path), `edited here ${round}`).catch(() =>
        mkdir(device.at(`${path}/${name}`)).then(
          () => undefined,
          () => undefined,
        ),
      );
  }
}

/** Refusals (a taken name, a folder in itself) do not count as acts. */
async function changeThere(top: string, next: Numbers, round: number): Promise<void> {
  const items: (WebItem & { readonly folder: string })[] = [];
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const item of await web.items(folder)) {
      items.push({ ...item, folder });
      if (item.type === 'folder') open.push(item.id);
    }
  }
  const item = anyOf(next, items);
  const folder = anyOf(next, [top, ...items.filter(({ type }) => type === 'folder').map(({ id }) => id)]) ?? top;
  const name = `${anyOf(next, NAMES) ?? 'a'}${next(3)}`;
  const act = async (): Promise<unknown> => {
    if (item === undefined || next(4) === 0)
      return next(2) === 0 ? web.createFolder(folder, name) : web.upload(folder, name, `there ${round}`);
    switch (next(3)) {
      case 0:
        return web.trash(item);
      case 1:
        return web.update(item, next(2) === 0 ? { name } : { parent: { id: folder } });
      default:
        return item.type === 'file' ? web.replace(item.id, item.name, `edited there ${round}`) : undefined;
    }
  };
  await act().catch(() => undefined);
}

const inShort = (kind: string, from: string, to: string | null): string =>
  `${kind} ${from}${to === null ? '' : ` -> ${to}`}`;

/** Steps run in parallel: an item below a folder that moves may be named by its path before or after. */
function atRest(path: string, moves: readonly { readonly from: string; readonly to: string }[]): string {
  return moves.reduce((at, { from, to }) => (at.startsWith(`${from}/`) ? `${to}${at.slice(from.length)}` : at), path);
}

async function rehearsed(seed: number): Promise<void> {
  const next = numbers(seed);
  const top = await web.createFolder('0', `seed ${seed}`);
  const device = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    remoteId: top.id,
  });
  try {
    for (let index = 0; index < 8; index++)
      await device.write(`${anyOf(next, NAMES) ?? 'a'}-folder/${index}`, `first ${index}`);
    for (const name of NAMES) await device.write(name, `first ${name}`);
    await device.once();
    for (let round = 0; round < 7; round++) {
      await changeHere(device, next, round);
      await changeThere(top.id, next, round);
    }
    const [treeBefore, last] = [await readTree(device.path), device.store.journal.query({ limit: 1 })[0]?.id ?? 0];
    const planned = await device.engine.plan({ limit: 10_000 });
    if (!planned.ok) throw new Error(JSON.stringify(planned.error));
    expect(await readTree(device.path)).toEqual(treeBefore);

    const report = await device.once();
    expect(report.state).toBe('in_sync');
    const journal = device.store.journal
      .query({ limit: 10_000, after: last })
      .filter(({ kind }) => !['adopt', 'forget', 'hash'].includes(kind));
    const moves = journal.flatMap(({ path, fromPath }) => (fromPath === null ? [] : [{ from: fromPath, to: path }]));
    const done = journal.map(({ kind, path, fromPath }) =>
      fromPath === null ? inShort(kind, atRest(path, moves), null) : inShort(kind, fromPath, path),
    );
    const told = planned.value.steps
      .filter(({ kind }) => !['adopt', 'forget', 'hash'].includes(kind))
      .map(({ kind, path, toPath }) => inShort(kind, toPath === null ? atRest(path, moves) : path, toPath));
    // A folder whose own folder moved in the moment in which it was made is found by the next look: the journal has nothing of it.
    const treeAfter = await readTree(device.path);
    const found = told.filter((line) => {
      const made = /^create-local-folder (.+)$/.exec(line)?.[1];
      return made !== undefined && !treeBefore.has(made) && treeAfter.has(made) && !done.includes(line);
    });
    expect([seed, told.toSorted()]).toEqual([seed, [...done, ...found].toSorted()]);
    expect(await device.engine.plan({ limit: 10 })).toMatchObject({
      ok: true,
      value: { total: 0, steps: [], held: 0 },
    });
  } finally {
    await device.close();
  }
}

for (let seed = 1; seed <= SEEDS; seed++) {
  test(`[P52] a dry run predicts exactly the sync after it: random tree ${seed}`, () => rehearsed(seed), 120_000);
}
