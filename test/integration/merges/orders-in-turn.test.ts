import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HashPool } from '../../../main/engine/ports/hash-pool.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Orders of the user that overlap with each other, and with the end of the work on their root. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Awaited right after an item has gone to the local trash, or came back on the service. */
let afterEffect: () => Promise<unknown>;
/** Awaited before a file is opened. */
let beforeRead: () => Promise<unknown>;
/** Stands in for the hash pool. */
let hash: HashPool['hash'] | null;
/** A request that the service leaves without an answer. */
let silence: { readonly request: string; begun(): void } | null;
beforeEach(async () => {
  afterEffect = async () => {};
  beforeRead = async () => {};
  hash = null;
  silence = null;
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      settings: { ...parts.settings, guard: { items: 2, share: 0.25 } },
      hashPool: { ...parts.hashPool, hash: (...given) => (hash ?? parts.hashPool.hash)(...given) },
      fileSystem: {
        ...parts.fileSystem,
        openRead: (...given) => beforeRead().then(() => parts.fileSystem.openRead(...given)),
      },
      trash: (...given) => followed(parts.trash(...given)),
      remote: {
        ...parts.remote,
        item: (id, kind, signal) => silent('item', signal) ?? parts.remote.item(id, kind, signal),
        versions: (file, signal) => silent('versions', signal) ?? parts.remote.versions(file, signal),
        move: (target, signal) => silent('move', signal) ?? parts.remote.move(target, signal),
        trash: (target, signal) => silent('trash', signal) ?? parts.remote.trash(target, signal),
        promote: (file, version, signal) => silent('promote', signal) ?? parts.remote.promote(file, version, signal),
        restore: (target, signal) =>
          silent('restore', signal) ??
          followed(parts.remote.restore(target, signal)).then((answer) => silent('answer', signal) ?? answer),
      },
    }),
  });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

async function followed<Result>(effect: Promise<Result>): Promise<Result> {
  try {
    return await effect;
  } finally {
    await afterEffect();
  }
}

/** The next effect waits until `release` is called. */
function holdEffect() {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  afterEffect = () => {
    afterEffect = async () => {};
    reached.resolve();
    return held.promise;
  };
  return { reached: reached.promise, release: held.resolve };
}

/** From now on a hash ends only when it is aborted. Resolves once one has begun. */
function hashForever(): Promise<void> {
  const begun = Promise.withResolvers<void>();
  hash = (_path, _expect, signal) => {
    begun.resolve();
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  return begun.promise;
}

/** A request that ends only when it is aborted; null: the service answers. */
function silent(request: string, signal: AbortSignal | undefined): Promise<never> | null {
  if (silence?.request !== request) return null;
  silence.begun();
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  return promise;
}

/** From now on the service leaves this request without an answer. Resolves once it was sent. */
function fallSilent(request: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  silence = { request, begun: resolve };
  return promise;
}

/** Says what ended first. */
async function inOrder(work: Readonly<Record<string, Promise<unknown>>>): Promise<readonly string[]> {
  const ended: string[] = [];
  await Promise.all(Object.entries(work).map(([name, one]) => one.then(() => void ended.push(name))));
  return ended;
}

/** Other work that an end of the root would overtake if it did not wait. */
async function otherWork(): Promise<void> {
  for (let requests = 0; requests < 10; requests++) await web.items('0');
}

async function conflicted(): Promise<number> {
  await a.write('plan.txt', 'base');
  await a.once();
  const file = await web.find('0', 'plan.txt');
  await web.replace(file?.id ?? '', 'plan.txt', 'of the web');
  await a.write('plan.txt', 'of this computer');
  await a.once();
  await a.once();
  return a.engine.acts.conflicts({ limit: 1, offset: 0 }).conflicts[0]?.id ?? -1;
}

/** Four files that were deleted on the service wait for a decision. */
async function heldDeletes(): Promise<number> {
  const names = ['1.txt', '2.txt', '3.txt', '4.txt'];
  for (const name of names) await a.write(name, `content of ${name}`);
  await a.once();
  for (const item of await web.items('0')) await web.trash(item);
  expect(await a.once()).toMatchObject({ held: names.length });
  return a.engine.acts.held()[0]?.id ?? -1;
}

const trashed = () => a.engine.acts.trashed({ limit: 9, offset: 0 }).items;

test('[P47] a stop waits for a decision that is being carried out', async () => {
  const target = await conflicted();
  const { reached, release } = holdEffect();
  const decided = a.engine.acts.resolve({ target, keep: 'theirs' });
  await reached;
  const ends = inOrder({ stopped: a.restart(), decided });
  await otherWork();
  release();
  expect(await ends).toEqual(['decided', 'stopped']);
  expect(await decided).toMatchObject({ ok: true });
  expect(trashed()).toHaveLength(1);
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 1 });
  expect(a.engine.acts.conflicts({ limit: 1, offset: 0 }).total).toBe(0);
});

test('[P47] a root is removed once the decision that is being carried out has ended', async () => {
  const target = await conflicted();
  const { reached, release } = holdEffect();
  const decided = a.engine.acts.resolve({ target, keep: 'theirs' });
  await reached;
  const [root] = a.engine.status().roots;
  const ends = inOrder({ removed: a.engine.removeRoot(root?.id ?? -1), decided });
  await otherWork();
  release();
  expect(await ends).toEqual(['decided', 'removed']);
  expect(await decided).toMatchObject({ ok: true });
  expect(trashed()).toHaveLength(1);
});

test('[P46][P47] a restore that a stop interrupts ends after its current item, and the others stay held', async () => {
  const id = await heldDeletes();
  const { reached, release } = holdEffect();
  const decided = a.engine.acts.decideHeld({ id, decision: 'restore' });
  await reached;
  const restarted = a.restart();
  await otherWork();
  release();
  expect(await decided).toMatchObject({ ok: true, value: { restored: 1, failedTotal: 3 } });
  await restarted;
  expect(a.engine.acts.held()).toMatchObject([{ id, items: 3 }]);
  expect(await web.items('0')).toHaveLength(1);
  expect(await a.engine.acts.decideHeld({ id, decision: 'restore' })).toMatchObject({
    ok: true,
    value: { restored: 3, failed: [] },
  });
});

test('[P47] an order that waits for another one is refused when the work on its root ends', async () => {
  const id = await heldDeletes();
  const { reached, release } = holdEffect();
  const first = a.engine.acts.decideHeld({ id, decision: 'restore' });
  await reached;
  const second = a.engine.acts.decideHeld({ id, decision: 'restore' });
  const removed = a.engine.removeRoot(a.engine.status().roots[0]?.id ?? -1);
  release();
  expect(await first).toMatchObject({ ok: true, value: { restored: 1 } });
  expect(await second).toMatchObject({
    ok: false,
    error: { code: 'not_ready', message: { code: 'order_interrupted' } },
  });
  expect(await removed).toMatchObject({ ok: true });
});

const interrupted = { ok: false, error: { code: 'not_ready', message: { code: 'order_interrupted' } } };

test('[P47][P48] a stop does not wait for the hash of a decision, and changes nothing', async () => {
  const target = await conflicted();
  const [shown] = a.engine.acts.conflicts({ limit: 1, offset: 0 }).conflicts;
  const begun = hashForever();
  const seen = { mine: 'a'.repeat(40), theirs: 'b'.repeat(40) };
  const decided = a.engine.acts.resolve({ target, keep: 'mine', seen });
  await begun;
  await a.restart();
  expect(await decided).toMatchObject(interrupted);
  expect(a.engine.acts.conflicts({ limit: 1, offset: 0 }).conflicts).toEqual([shown]);
});

test('[P47][P50] a stop does not wait for the hash of an undo, and changes nothing', async () => {
  await a.engine.acts.resolve({ target: await conflicted(), keep: 'mine' });
  const [entry] = a.store.journal.query({ kinds: ['replace-local'], limit: 1 });
  const begun = hashForever();
  const undone = a.engine.acts.undo({ id: entry?.id ?? -1 });
  await begun;
  await a.restart();
  expect(await undone).toMatchObject(interrupted);
  expect(await a.read('plan.txt')).toBe('of this computer');
});

const undoLast = (kind: 'trash-remote' | 'restore-remote' | 'move-remote' | 'upload-version') =>
  a.engine.acts.undo({ id: a.store.journal.query({ kinds: [kind], limit: 1 })[0]?.id ?? -1 });

async function deleted() {
  await a.write('plan.txt', 'content');
  await a.once();
  await rm(a.at('plan.txt'));
  await a.once();
  return () => undoLast('trash-remote');
}

async function broughtBack() {
  await (await deleted())();
  await a.once();
  return () => undoLast('restore-remote');
}

async function renamed() {
  await a.write('plan.txt', 'content');
  await a.once();
  await rename(a.at('plan.txt'), a.at('renamed.txt'));
  await a.once();
  return () => undoLast('move-remote');
}

async function edited() {
  await a.write('plan.txt', 'first');
  await a.once();
  await a.write('plan.txt', 'second');
  await a.once();
  return () => undoLast('upload-version');
}

async function held() {
  const id = await heldDeletes();
  return () => a.engine.acts.decideHeld({ id, decision: 'restore' });
}

test.each([
  ['an undone delete', 'restore', deleted],
  ['an undone restore', 'trash', broughtBack],
  ['an undone rename', 'move', renamed],
  ['an undone version that is read', 'versions', edited],
  ['an undone version', 'promote', edited],
  ['a held batch', 'restore', held],
] as const)('[P47] a stop does not wait for a service that is silent: %s, %s', async (_order, request, prepare) => {
  const order = await prepare();
  const sent = fallSilent(request);
  const given = order();
  await sent;
  await a.restart();
  expect(await given).toMatchObject(interrupted);
  silence = null;
  expect(await order()).toMatchObject({ ok: true });
});

test('[P46][P47] what the service restored without an answer before a stop is back, and the rest stays held', async () => {
  const order = await held();
  const sent = fallSilent('answer');
  const given = order();
  await sent;
  await a.restart();
  expect(await given).toMatchObject(interrupted);
  silence = null;
  expect(await a.once()).toMatchObject({ held: 3 });
  expect(await order()).toMatchObject({ ok: true, value: { restored: 3, failed: [] } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', held: 0 });
  const names = (await web.items('0')).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['1.txt', '2.txt', '3.txt', '4.txt']);
  expect(await a.read('1.txt')).toBe('content of 1.txt');
});

test('[P47][P48] a stop ends the copy of a decision, and nothing of it stays in the trash', async () => {
  const target = await conflicted();
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  beforeRead = () => {
    reached.resolve();
    return held.promise;
  };
  const decided = a.engine.acts.resolve({ target, keep: 'mine' });
  await reached.promise;
  const restarted = a.restart();
  held.resolve();
  expect(await decided).toMatchObject(interrupted);
  await restarted;
  expect([await a.read('plan.txt'), trashed()]).toEqual(['of the web', []]);
});

test('[P47][P48] of two decisions at once on a conflict, only the first is carried out', async () => {
  const target = await conflicted();
  const both = [a.engine.acts.resolve({ target, keep: 'mine' }), a.engine.acts.resolve({ target, keep: 'theirs' })];
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: false, error: { code: 'already_done' } }]);
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  expect(await a.read('plan.txt')).toBe('of this computer');
});

test('[P47][P50] of two undos at once of one batch, only the first is carried out', async () => {
  await a.write('plan.txt', 'one');
  await a.write('note.txt', 'note');
  await a.once();
  await a.write('plan.txt', 'two');
  await a.write('note.txt', 'note two');
  await a.once();
  const [entry] = a.store.journal.query({ kinds: ['upload-version'], limit: 1 });
  const undo = () => a.engine.acts.undo({ batch: entry?.batch ?? -1 });
  expect(await Promise.all([undo(), undo()])).toMatchObject([
    { ok: true, value: { undone: 2, refused: [] } },
    { ok: true, value: { undone: 0, batch: null, refused: [{}, {}] } },
  ]);
  await a.once();
  expect([await a.read('plan.txt'), await a.read('note.txt')]).toEqual(['one', 'note']);
});
