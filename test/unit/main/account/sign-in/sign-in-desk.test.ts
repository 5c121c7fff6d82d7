import { expect, test } from 'vitest';
import { createSignInDesk } from '../../../../../main/account/sign-in/sign-in-desk.ts';

const service = (host: string) => ({
  address: {
    service: `https://${host}/2.0`,
    baseUrl: `https://${host}/2.0`,
    uploadUrl: `https://${host}/upload/2.0`,
  },
  client: { clientId: null, clientSecret: null },
});

/** A desk whose sign-ins end when the test says so. */
function openDesk() {
  const begun: { host: string; signal: AbortSignal; end: (error?: Error) => void }[] = [];
  const desk = createSignInDesk({
    explain: (error) => ({ code: 'x', message: error instanceof Error ? error.message : '', remedy: 'Again.' }),
    signIn: ({ address }, show, signal) =>
      new Promise((resolve, reject) => {
        const { host } = new URL(address.baseUrl);
        begun.push({ host, signal, end: (error) => (error === undefined ? resolve() : reject(error)) });
        if (host === 'broken') reject(new Error('no listener'));
        else show(`${address.baseUrl}/authorize`);
      }),
  });
  return { desk, begun };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('tells the address, and that it waits, until it is done', async () => {
  const { desk, begun } = openDesk();
  expect(desk.standing()).toEqual({ state: 'none' });
  expect(await desk.begin(service('one'))).toEqual({ url: 'https://one/2.0/authorize' });
  expect(desk.standing()).toMatchObject({ state: 'waiting', baseUrl: 'https://one/2.0' });
  begun[0]?.end();
  await settled();
  expect(desk.standing()).toEqual({ state: 'none' });
});

test('a refusal stays to be read until the next one begins', async () => {
  const { desk, begun } = openDesk();
  await desk.begin(service('one'));
  begun[0]?.end(new Error('not allowed'));
  await settled();
  expect(desk.standing()).toMatchObject({ state: 'failed', error: { message: 'not allowed' } });
  await desk.begin(service('one'));
  expect(desk.standing().state).toBe('waiting');
});

test('a sign-in that cannot begin fails at once', async () => {
  const { desk } = openDesk();
  expect(await desk.begin(service('broken'))).toMatchObject({ error: { message: 'no listener' } });
});

test('a second sign-in ends the first, whose late result is ignored', async () => {
  const { desk, begun } = openDesk();
  await desk.begin(service('one'));
  await desk.begin(service('two'));
  expect(begun[0]?.signal.aborted).toBe(true);
  begun[0]?.end(new Error('too late'));
  await settled();
  expect(desk.standing()).toMatchObject({ state: 'waiting', baseUrl: 'https://two/2.0' });
  desk.cancel();
  expect([begun[1]?.signal.aborted, desk.standing().state]).toEqual([true, 'none']);
  begun[1]?.end(new Error('cancelled'));
  await settled();
  expect(desk.standing()).toEqual({ state: 'none' });
});
