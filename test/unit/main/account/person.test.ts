import { expect, test } from 'vitest';
import { askPerson, keepPerson, type Person } from '../../../../main/account/person.ts';

const ann: Person = {
  status: { id: '7', name: 'Ann', login: 'ann@example.com', spaceUsed: 1, spaceAmount: -1 },
  isAdmin: true,
  largestUploadBytes: null,
};

/** A client that answers with growing space, and a timer whose waits end when the test says so. */
function bench() {
  let asked = 0;
  const waits: (() => void)[] = [];
  const waited: number[] = [];
  const client = {
    call: async () => ({ status: 200, body: { id: '7', name: 'Ann', login: 'a', space_used: ++asked * 100 } }),
  };
  const timer = {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        waited.push(ms);
        waits.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      }),
  };
  return {
    client: client as never,
    timer,
    asked: () => asked,
    waited,
    pass: () => waits.splice(0).forEach((end) => end()),
  };
}
const rest = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  [10, 10],
  [-1, -1],
  [999_999_999_999_999, -1],
])('a service that answers with %d bytes of space means %d', async (space_amount, meant) => {
  const client = { call: async () => ({ status: 200, body: { id: '7', space_amount } }) };
  expect((await askPerson(client as never)).status.spaceAmount).toBe(meant);
});

test('many changes cause one request, and its answer is published', async () => {
  const { client, timer, asked, pass } = bench();
  const person = keepPerson(client, timer, ann);
  let told = 0;
  person.onAnswer(() => {
    told += 1;
  });
  for (let change = 0; change < 10; change++) person.stale();
  pass();
  await rest();
  expect([asked(), told, person.current()?.status.spaceUsed]).toEqual([1, 1, 100]);
});

test('a change during the request causes another one', async () => {
  const { client, timer, asked, pass } = bench();
  const person = keepPerson(client, timer, ann);
  person.stale();
  pass();
  // The request is on its way.
  await Promise.resolve();
  person.stale();
  await rest();
  pass();
  await rest();
  expect([asked(), person.current()?.status.spaceUsed]).toEqual([2, 200]);
});

test('a change by the person is asked for at once', async () => {
  const { client, timer, asked } = bench();
  const person = keepPerson(client, timer, ann);
  person.changed();
  await rest();
  expect([asked(), person.current()?.status.spaceUsed]).toEqual([1, 100]);
});

test('without a first answer it is asked for until there is one', async () => {
  const { client, timer, pass } = bench();
  const person = keepPerson(client, timer, null);
  expect(person.current()).toBeNull();
  pass();
  await rest();
  expect(person.current()?.status.login).toBe('a');
});

test('an answer settles what was stale, and one that fails keeps what is known', async () => {
  const { client, timer, asked, pass } = bench();
  let isOffline = false;
  const call = async () => {
    if (isOffline) throw new Error('offline');
    return (client as { call: () => Promise<unknown> }).call();
  };
  const person = keepPerson({ call } as never, timer, ann);
  person.stale();
  pass();
  await rest();
  pass();
  await rest();
  expect(asked()).toBe(1);
  isOffline = true;
  person.stale();
  pass();
  await rest();
  expect(person.current()?.status.spaceUsed).toBe(100);
});

test.each([
  ['', ann],
  [' for the first answer', null],
])('a request%s that fails is sent again, later each time, until there is an answer', async (_which, first) => {
  const { client, timer, asked, waited, pass } = bench();
  let failures = 2;
  const call = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('offline');
    return (client as { call: () => Promise<unknown> }).call();
  };
  const person = keepPerson({ call } as never, timer, first);
  if (first !== null) person.stale();
  else failures += 1;
  for (let turn = 0; turn < 4; turn++) {
    pass();
    await rest();
  }
  expect([asked(), person.current()?.status.spaceUsed]).toEqual([1, 100]);
  expect(waited).toEqual([1_000, 10_000, 20_000, 5_000]);
});

test('the first change after a rest is asked for soon, and the next ones at intervals', async () => {
  const { client, timer, asked, waited, pass } = bench();
  const person = keepPerson(client, timer, ann);
  for (let change = 0; change < 3; change++) {
    person.stale();
    pass();
    await rest();
  }
  expect([asked(), waited]).toEqual([3, [1_000, 5_000, 5_000, 5_000]]);
  pass();
  await rest();
  person.stale();
  expect(waited.at(-1)).toBe(1_000);
});

test('a change by the person whose request fails is asked for again', async () => {
  const { client, timer, pass } = bench();
  let isOffline = true;
  const call = async () => {
    if (isOffline) throw new Error('offline');
    return (client as { call: () => Promise<unknown> }).call();
  };
  const person = keepPerson({ call } as never, timer, ann);
  person.changed();
  await rest();
  isOffline = false;
  pass();
  await rest();
  expect(person.current()?.status.spaceUsed).toBe(100);
});

test('an answer that comes after the stop is not published', async () => {
  const { client, timer, pass } = bench();
  const person = keepPerson(client, timer, ann);
  person.onAnswer(() => expect.unreachable());
  person.stale();
  pass();
  await Promise.resolve();
  person.stop();
  await rest();
});

test('once stopped, it neither asks nor publishes', async () => {
  const { client, timer, asked } = bench();
  const person = keepPerson(client, timer, ann);
  person.onAnswer(() => expect.unreachable());
  person.stale();
  person.stop();
  await rest();
  person.stale();
  await rest();
  expect(asked()).toBe(0);
});
