import { beforeEach, expect, test, vi } from 'vitest';
import type { ConflictAnswer } from '../../../../../preload/ipc/shapes/drop.ts';
import type { DropSent, TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { begunBatches } from '../../../../../renderer/state/uploads/begun-batches.ts';
import { uploadQueue } from '../../../../../renderer/state/uploads/upload-queue.ts';
import { english } from '../../../../../renderer/texts/en/english.ts';

/** The browser around the page, as far as uploads use it. */
let page: { onbeforeunload: unknown };
beforeEach(() => {
  const kept = new Map<string, string>();
  page = { onbeforeunload: null };
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});

type Sending = { readonly id: string; readonly signal: AbortSignal; end(sent: DropSent<string>): void };

/** A host that knows these names, and sends a file when the test says so. */
function host({ taken = [], isHeld = false }: { taken?: readonly string[]; isHeld?: boolean } = {}) {
  const asked: string[] = [];
  const sending: Sending[] = [];
  let begins = Promise.withResolvers<void>();
  if (!isHeld) begins.resolve();
  const hold = () => {
    begins = Promise.withResolvers();
  };
  let batches = 0;
  let isAway = false;
  const answers: Readonly<Record<string, (input: never) => unknown>> = {
    'drop.begin': async ({ files, onConflict }: { files: { relativePath: string }[]; onConflict: string }) => {
      batches += 1;
      const batchId = `b${batches}`;
      asked.push(`begin ${batchId} ${onConflict}`);
      await begins.promise;
      const one = ({ relativePath }: { relativePath: string }) => ({
        id: `${batchId}/${relativePath}`,
        relativePath,
        conflict: taken.includes(relativePath),
      });
      return { batchId, files: files.map(one) };
    },
    'drop.resolve': async ({ batchId, onConflict }: { batchId: string; onConflict: string }) =>
      void asked.push(`resolve ${batchId} ${onConflict}`),
    'drop.cancel': async ({ batchId }: { batchId: string }) => void asked.push(`cancel ${batchId}`),
    'drop.left': async () => [],
  };
  const bridge = {
    call: async (name: string, input: never) => {
      const value = (await answers[name]?.(input)) ?? {};
      return isAway ? { ok: false, error: { message: 'No connection.', remedy: 'Try later.' } } : { ok: true, value };
    },
    connection: () => 'connected',
    onConnection: () => () => undefined,
    subscribe: () => () => undefined,
    sendDrop: (id: string, _file: File, signal: AbortSignal) =>
      new Promise<DropSent<string>>((resolve) => {
        sending.push({ id, signal, end: resolve });
        signal.addEventListener('abort', () => resolve({ ok: false, reason: 'aborted', message: '' }));
      }),
  } as unknown as TandemBridge;
  const queue = uploadQueue(bridge);
  const add = (...names: string[]) => {
    const dropped = names.map((name) => ({ file: new File(['bytes'], name), relativePath: name }));
    queue.add({ folderId: '7', name: 'Docs' }, Promise.resolve(dropped));
    return queue.get().at(-1)?.key ?? 0;
  };
  const batch = () => queue.get().at(-1);
  const file = (id: number) => batch()?.files.get(id);
  const files = () => Array.from({ length: batch()?.total ?? 0 }, (_, id) => file(id));
  const states = () => files().map((one) => `${one?.path} ${one?.state}`);
  const sendAll = () => {
    for (const one of sending.splice(0)) one.end({ ok: true });
  };
  const goAway = (next: boolean) => {
    isAway = next;
  };
  return { queue, asked, sending, add, batch, file, states, sendAll, hold, begin: () => begins.resolve(), goAway };
}

test('free names are sent at once; the others wait for one answer, and then go too', async () => {
  const { queue, asked, sending, add, batch, states, sendAll } = host({ taken: ['b.txt'] });
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b1/a.txt']);
  expect([batch()?.state, batch()?.asking]).toEqual(['sending', 1]);
  expect(page.onbeforeunload).not.toBeNull();
  sendAll();
  await expect.poll(states).toEqual(['a.txt sent', 'b.txt waiting']);
  expect(batch()?.state).toBe('sending');
  queue.answer(key, 'new-version');
  expect(batch()?.asking).toBe(0);
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b1/b.txt']);
  sendAll();
  await expect.poll(() => batch()?.state).toBe('done');
  expect(asked).toEqual(['begin b1 ask', 'resolve b1 new-version']);
  expect([batch()?.sent, page.onbeforeunload]).toEqual([2, null]);
});

test('skipped names are not sent', async () => {
  const { queue, asked, sending, add, batch, states } = host({ taken: ['a.txt'] });
  const key = add('a.txt');
  await expect.poll(() => batch()?.asking).toBe(1);
  queue.answer(key, 'skip' satisfies ConflictAnswer);
  await expect.poll(() => batch()?.state).toBe('done');
  expect([states(), sending.length, asked]).toEqual([['a.txt skipped'], 0, ['begin b1 ask', 'resolve b1 skip']]);
});

test('a batch that is cancelled while files are sent ends them, begins no other one, and ends on the host', async () => {
  const { queue, asked, sending, add, batch } = host();
  const key = add('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt');
  await expect.poll(() => sending.length).toBe(4);
  queue.cancel(key);
  await expect.poll(() => asked).toEqual(['begin b1 ask', 'cancel b1']);
  expect(sending.every(({ signal }) => signal.aborted)).toBe(true);
  await expect.poll(() => page.onbeforeunload).toBeNull();
  expect([sending.length, batch()?.state]).toEqual([4, 'cancelled']);
});

test('a batch that is cancelled while its names are asked about ends on the host, and nothing is replaced', async () => {
  const { queue, asked, sending, add, batch } = host({ taken: ['a.txt'] });
  const key = add('a.txt');
  await expect.poll(() => batch()?.asking).toBe(1);
  queue.cancel(key);
  await expect.poll(() => page.onbeforeunload).toBeNull();
  expect([asked, sending.length, batch()?.asking]).toEqual([['begin b1 ask', 'cancel b1'], 0, 0]);
});

test('a batch that is cancelled before the host has answered ends there too', async () => {
  const { queue, asked, sending, add, begin, batch } = host({ isHeld: true, taken: ['b.txt'] });
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => asked).toEqual(['begin b1 ask']);
  queue.cancel(key);
  begin();
  await expect.poll(() => asked).toEqual(['begin b1 ask', 'cancel b1']);
  await expect.poll(() => page.onbeforeunload).toBeNull();
  expect([sending.length, batch()?.state, batch()?.asking]).toEqual([0, 'cancelled', 0]);
});

test('a batch that is cancelled while its folder is read is not announced at all', async () => {
  const { queue, asked, batch } = host();
  const read = Promise.withResolvers<{ file: File; relativePath: string }[]>();
  queue.add({ folderId: '7', name: 'Docs' }, read.promise);
  queue.cancel(batch()?.key ?? 0);
  read.resolve([{ file: new File(['bytes'], 'a.txt'), relativePath: 'a.txt' }]);
  await expect.poll(() => page.onbeforeunload).toBeNull();
  expect([asked, batch()?.state, begunBatches()]).toEqual([[], 'cancelled', []]);
});

test('one cancelled file ends, the others go on, and the host does not wait for it', async () => {
  const { queue, asked, sending, add, states, batch } = host();
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => sending.length).toBe(2);
  queue.cancelFile(key, 0);
  await expect.poll(states).toEqual(['a.txt cancelled', 'b.txt sending']);
  expect(asked).toEqual(['begin b1 ask']);
  sending[1]?.end({ ok: true });
  await expect.poll(() => batch()?.state).toBe('done');
  expect([states(), asked]).toEqual([
    ['a.txt cancelled', 'b.txt sent'],
    ['begin b1 ask', 'cancel b1'],
  ]);
});

test('a failed file is sent again with the choice that was made, and a cancel of the batch reaches that too', async () => {
  const { queue, asked, sending, add, states, batch } = host({ taken: ['a.txt'] });
  const key = add('a.txt');
  await expect.poll(() => batch()?.asking).toBe(1);
  queue.answer(key, 'new-version');
  await expect.poll(() => sending.length).toBe(1);
  sending.splice(0)[0]?.end({ ok: false, reason: 'refused', message: 'No room.' });
  await expect.poll(() => batch()?.state).toBe('done');
  expect(states()).toEqual(['a.txt failed']);
  queue.retry(key, 0);
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b2/a.txt']);
  queue.cancel(key);
  await expect.poll(() => page.onbeforeunload).toBeNull();
  expect(asked).toEqual(['begin b1 ask', 'resolve b1 new-version', 'begin b2 new-version', 'cancel b2']);
});

test.each(['skip', 'new-version', 'keep-both'] as const)(
  'a retried file that the choice was not made for keeps both: %s',
  async (choice) => {
    const taken = ['a.txt'];
    const { queue, asked, sending, add, states, sendAll, batch } = host({ taken });
    const key = add('a.txt', 'b.txt');
    await expect.poll(() => [sending.length, batch()?.asking]).toEqual([1, 1]);
    sending.splice(0)[0]?.end({ ok: false, reason: 'refused', message: 'No room.' });
    queue.answer(key, choice);
    await expect.poll(states).toContain('b.txt failed');
    if (choice !== 'skip') await expect.poll(() => sending.length).toBe(1);
    sending.splice(0)[0]?.end({ ok: false, reason: 'refused', message: 'No room.' });
    await expect.poll(() => batch()?.state).toBe('done');
    // Another file of the batch took its name.
    taken.push('b.txt');
    queue.retry(key, null);
    await expect.poll(() => sending.length).toBe(choice === 'skip' ? 1 : 2);
    sendAll();
    await expect.poll(() => batch()?.state).toBe('done');
    expect(states()).toEqual([choice === 'skip' ? 'a.txt skipped' : 'a.txt sent', 'b.txt sent']);
    const again = { skip: ['keep-both'], 'new-version': ['keep-both', 'new-version'], 'keep-both': ['keep-both'] };
    const begun = asked.filter((one) => one.startsWith('begin')).map((one) => one.split(' ').at(-1));
    expect([begun[0], begun.slice(1).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))]).toEqual([
      'ask',
      again[choice],
    ]);
  },
);

test('a retry that is announced while the question is answered keeps both', async () => {
  const taken = ['a.txt'];
  const { queue, asked, sending, add, hold, begin, batch, sendAll } = host({ taken });
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => [sending.length, batch()?.asking]).toEqual([1, 1]);
  sending.splice(0)[0]?.end({ ok: false, reason: 'refused', message: 'No room.' });
  await expect.poll(() => batch()?.counts.failed).toBe(1);
  taken.push('b.txt');
  hold();
  queue.retry(key, 1);
  await expect.poll(() => asked).toContain('begin b2 ask');
  queue.answer(key, 'skip');
  begin();
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b2/b.txt']);
  sendAll();
  await expect.poll(() => batch()).toMatchObject({ state: 'done', counts: { skipped: 1, sent: 1 } });
  expect(asked).toContain('resolve b2 keep-both');
});

test('the question ends when every file that it is about is cancelled, and so does the batch', async () => {
  const { queue, asked, add, states, batch, sendAll, sending } = host({ taken: ['a.txt', 'b.txt'] });
  const key = add('a.txt', 'b.txt', 'c.txt');
  await expect.poll(() => [sending.length, batch()?.asking]).toEqual([1, 2]);
  sendAll();
  queue.cancelFile(key, 0);
  expect([batch()?.state, batch()?.asking]).toEqual(['sending', 1]);
  queue.cancelFile(key, 1);
  await expect.poll(() => [batch()?.state, batch()?.asking]).toEqual(['done', 0]);
  expect(states()).toEqual(['a.txt cancelled', 'b.txt cancelled', 'c.txt sent']);
  expect([asked, page.onbeforeunload]).toEqual([['begin b1 ask', 'cancel b1'], null]);
});

test('a file that is cancelled before its name is known to be taken is not asked about', async () => {
  const { queue, asked, add, begin, states, batch } = host({ isHeld: true, taken: ['a.txt'] });
  const key = add('a.txt');
  await expect.poll(() => asked).toEqual(['begin b1 ask']);
  queue.cancelFile(key, 0);
  begin();
  await expect.poll(() => [batch()?.state, batch()?.asking]).toEqual(['done', 0]);
  expect([states(), asked]).toEqual([['a.txt cancelled'], ['begin b1 ask', 'cancel b1']]);
});

test('a file that is cancelled while its name is asked about stays cancelled when the others are skipped', async () => {
  const { queue, add, states, batch } = host({ taken: ['a.txt', 'b.txt'] });
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => batch()?.asking).toBe(2);
  queue.cancelFile(key, 0);
  queue.answer(key, 'skip');
  await expect.poll(() => batch()?.state).toBe('done');
  expect(states()).toEqual(['a.txt cancelled', 'b.txt skipped']);
});

test('a file that is sent again while the service is away fails again, with the reason, and can be sent once more', async () => {
  const { queue, asked, sending, add, batch, states, sendAll, goAway, file } = host();
  const key = add('a.txt');
  await expect.poll(() => sending.length).toBe(1);
  sending.splice(0)[0]?.end({ ok: false, reason: 'refused', message: 'No room.' });
  await expect.poll(() => batch()?.state).toBe('done');
  goAway(true);
  queue.retry(key, 0);
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => [states(), batch()?.state]).toEqual([['a.txt failed'], 'done']);
  expect([file(0)?.sentence, batch()?.sentence]).toEqual(['No connection. Try later.', null]);
  goAway(false);
  queue.retry(key, 0);
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b3/a.txt']);
  sendAll();
  await expect.poll(() => [states(), batch()?.state]).toEqual([['a.txt sent'], 'done']);
});

test('all files that failed are sent again as one batch, and the question about their names is asked then', async () => {
  const taken: string[] = [];
  const { queue, asked, sending, add, states, sendAll, batch } = host({ taken });
  const key = add('a.txt', 'b.txt', 'c.txt');
  await expect.poll(() => sending.length).toBe(3);
  const [first, second, third] = sending.splice(0);
  third?.end({ ok: true });
  for (const one of [first, second]) one?.end({ ok: false, reason: 'refused', message: 'No room.' });
  await expect.poll(() => batch()?.state).toBe('done');
  // The answer of the first attempt was lost.
  taken.push('a.txt');
  queue.retry(key, null);
  await expect.poll(() => [sending.map(({ id }) => id), batch()?.asking]).toEqual([['b2/b.txt'], 1]);
  queue.answer(key, 'skip');
  sendAll();
  await expect.poll(() => batch()?.state).toBe('done');
  expect(states()).toEqual(['a.txt skipped', 'b.txt sent', 'c.txt sent']);
  expect(asked).toEqual(['begin b1 ask', 'begin b2 ask', 'resolve b2 skip']);
});

test('a refused second attempt of one file leaves the batch sending its others', async () => {
  const { queue, sending, add, batch, states, sendAll, goAway, file } = host();
  const key = add('a.txt', 'b.txt');
  await expect.poll(() => sending.length).toBe(2);
  sending.shift()?.end({ ok: false, reason: 'refused', message: 'No room.' });
  await expect.poll(states).toEqual(['a.txt failed', 'b.txt sending']);
  goAway(true);
  queue.retry(key, 0);
  await expect.poll(() => file(0)?.sentence).toBe('No connection. Try later.');
  expect([states(), batch()?.state]).toEqual([['a.txt failed', 'b.txt sending'], 'sending']);
  goAway(false);
  sendAll();
  await expect.poll(() => [states(), batch()?.state]).toEqual([['a.txt failed', 'b.txt sent'], 'done']);
});

test('a file that the browser could not read is the only one that fails, and says so in the words of the window', async () => {
  const { queue, asked, sending, batch, states, sendAll, file } = host();
  const readable = { file: new File(['bytes'], 'a.txt'), relativePath: 'a.txt' };
  queue.add({ folderId: '7', name: 'Docs' }, Promise.resolve([{ file: null, relativePath: 'locked.txt' }, readable]));
  await expect.poll(() => sending.map(({ id }) => id)).toEqual(['b1/a.txt']);
  sendAll();
  await expect.poll(() => batch()?.state).toBe('done');
  expect(states()).toEqual(['locked.txt failed', 'a.txt sent']);
  expect(file(0)).toMatchObject({ sentence: english.drop.unreadable, isReadable: false });
  expect(asked).toEqual(['begin b1 ask']);
});

test('a thousand files that arrive at once are shown together, not one after another', async () => {
  const { queue, sending, add, batch } = host();
  const names = Array.from({ length: 1_000 }, (_, at) => `${at}.txt`);
  add(...names);
  let shown = 0;
  queue.subscribe(() => {
    shown += 1;
    for (const one of sending.splice(0)) one.end({ ok: true });
  });
  await expect
    .poll(
      () => {
        for (const one of sending.splice(0)) one.end({ ok: true });
        return batch()?.state;
      },
      { interval: 1 },
    )
    .toBe('done');
  expect(batch()).toMatchObject({ sent: 1_000, counts: { sent: 1_000, waiting: 0, sending: 0 } });
  expect(shown).toBeLessThan(names.length);
});

test('a batch that fails as a whole says so in the words of the window, not of the browser', async () => {
  const { queue, batch } = host();
  queue.add({ folderId: '7', name: 'Docs' }, Promise.reject(new Error('NotReadableError: I/O')));
  await expect.poll(() => batch()).toMatchObject({ state: 'failed', sentence: english.errors.failed });
});
