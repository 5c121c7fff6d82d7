import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../../main/account/sign-in/loopback-listener.ts';

const ways = {
  printed: { state: 'state-1' },
  opened: { state: 'state-2', address: 'https://files.example.org/authorize?state=state-2' },
};

/** Signs in as a browser does, and gives the page that the person ends on. */
async function pageAfter(wayBack: string | null, languages = 'en', isSignedIn = true): Promise<string> {
  const listener = await listenOnLoopback();
  const headers = { 'accept-language': languages };
  try {
    const brought = listener.answer(ways, new AbortController().signal);
    const [page] = await Promise.all([
      fetch(`${listener.redirectUri}?code=1&state=state-1`, { headers }).then((answer) => answer.text()),
      brought.then(({ show }) => show(isSignedIn ? 'signedIn' : 'notSignedIn', wayBack)),
    ]);
    return page;
  } finally {
    await listener.close();
  }
}

test('the last page of a sign-in leads back to the program that began it, where a link can', async () => {
  expect(await pageAfter('tandem://signed-in')).toContain('<a href="tandem://signed-in">Back to Tandem</a>');
  expect(await pageAfter(null)).not.toContain('<a ');
});

test.each([
  ['de', 'Sie sind angemeldet'],
  ['de-AT, de;q=0.9, en;q=0.8', 'Sie sind angemeldet'],
  ['en;q=0.5, de', 'Sie sind angemeldet'],
  ['fr, de;q=0.3, en;q=0', 'Sie sind angemeldet'],
  ['en-GB, de;q=0.9', 'You are signed in'],
  ['fr', 'You are signed in'],
  ['*', 'You are signed in'],
])('the browser asks for %s, and reads "%s"', async (languages, title) => {
  const page = await pageAfter('tandem://signed-in', languages);
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).toContain(`<html lang="${title.startsWith('Sie') ? 'de' : 'en'}">`);
});

test('the pages for a failed sign-in and for a stray visit are also in German', async () => {
  expect(await pageAfter(null, 'de', false)).toContain('<h1>Sie sind nicht angemeldet</h1>');
  const listener = await listenOnLoopback();
  const stray = await fetch(listener.redirectUri, { headers: { 'accept-language': 'de' } });
  expect([stray.status, await stray.text()]).toEqual([
    404,
    expect.stringContaining('<h1>Hier gibt es nichts zu sehen</h1>'),
  ]);
  await listener.close();
});

test('only the first answer with the state of this sign-in counts', async () => {
  const listener = await listenOnLoopback();
  const visit = (query: string) => fetch(`${listener.redirectUri}?${query}`).then(({ status }) => status);
  try {
    expect(await visit('code=1&state=state-1')).toBe(404);
    const brought = listener.answer(ways, new AbortController().signal);
    for (const query of ['code=1&state=state-3', 'code=1&state=', 'code=1']) expect(await visit(query)).toBe(404);
    const [status] = await Promise.all([
      visit('code=of-this-sign-in&state=state-1'),
      brought.then(({ url, show }) => {
        expect(url.searchParams.get('code')).toBe('of-this-sign-in');
        show('signedIn', null);
      }),
    ]);
    expect([status, await visit('code=2&state=state-1')]).toEqual([200, 404]);
  } finally {
    await listener.close();
  }
});

test('a wait that is cancelled ends', async () => {
  const listener = await listenOnLoopback();
  const cancelled = new AbortController();
  const waiting = listener.answer(ways, cancelled.signal);
  cancelled.abort();
  await expect(waiting).rejects.toThrow('not finished in time');
  await listener.close();
});

/** Opens a connection as any program or page on this computer can, and sends `text`. */
async function knock(redirectUri: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(redirectUri).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

test.each(['//', 'http://['])('a request for %s, which is no URL, gets the page of a stray visit', async (target) => {
  const listener = await listenOnLoopback();
  const socket = await knock(listener.redirectUri, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  await listener.close();
});

test.each([
  ['no request', ''],
  ['half a request', 'GET /x HT'],
])('a connection with %s, as browsers open ahead, does not hold up the end of a sign-in', async (_, text) => {
  const listener = await listenOnLoopback();
  const socket = await knock(listener.redirectUri, text);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  await listener.close();
  await closed;
});

test('the last page still arrives whole when the sign-in ends right after it', async () => {
  const listener = await listenOnLoopback();
  const brought = listener.answer(ways, new AbortController().signal);
  const page = fetch(`${listener.redirectUri}?code=1&state=state-1`).then((answer) => answer.text());
  (await brought).show('signedIn', null);
  await listener.close();
  expect(await page).toContain('</html>');
});

/** Visits a URL as a browser with these cookies. */
const visitBy = async (cookies: readonly string[], url: string) => {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie: ['theme=dark', ...cookies].join('; ') } });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { status: answer.status, location: answer.headers.get('location'), cookie, text: await answer.text() };
};

test('a browser that was opened here is led on once, and only it can bring the answer', async () => {
  const listener = await listenOnLoopback();
  try {
    expect(listener.openedUrl).not.toContain('state');
    const brought = listener.answer(ways, new AbortController().signal);
    const answer = `${listener.redirectUri}?code=1&state=state-2`;
    expect((await visitBy([], answer)).status).toBe(404);
    const begun = await visitBy([], listener.openedUrl);
    expect([begun.status, begun.location]).toEqual([302, ways.opened.address]);
    expect((await visitBy([], answer)).status).toBe(404);
    expect((await visitBy([`${begun.cookie.split('=')[0]}=guess`], answer)).status).toBe(404);
    // The person reloads the page.
    expect((await visitBy([begun.cookie], listener.openedUrl)).location).toBe(ways.opened.address);
    const [page] = await Promise.all([
      visitBy([begun.cookie], answer),
      brought.then(({ state, show }) => {
        expect(state).toBe('state-2');
        show('signedIn', null);
      }),
    ]);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('You are signed in')]);
  } finally {
    await listener.close();
  }
});

test('a second browser, of another user who saw the URL, is refused, and ends the sign-in', async () => {
  const listener = await listenOnLoopback();
  try {
    const brought = listener.answer(ways, new AbortController().signal);
    const refused = expect(brought).rejects.toMatchObject({ says: { code: 'sign_in_link_taken' } });
    const first = await visitBy([], listener.openedUrl);
    const second = await visitBy([], listener.openedUrl);
    expect([second.status, second.location, second.cookie]).toEqual([403, null, '']);
    expect(second.text).toContain('You are not signed in');
    await refused;
    expect((await visitBy([first.cookie], `${listener.redirectUri}?code=1&state=state-2`)).status).toBe(404);
  } finally {
    await listener.close();
  }
});

test('the wanted port is used; if it is taken, another one, or none if it is required', async () => {
  const first = await listenOnLoopback();
  const port = Number(new URL(first.redirectUri).port);
  const another = await listenOnLoopback({ port, isRequired: false });
  expect(new URL(another.redirectUri).port).not.toBe(String(port));
  await another.close();
  const says = { code: 'redirect_port_taken', args: { port } };
  await expect(listenOnLoopback({ port, isRequired: true })).rejects.toMatchObject({ code: 'sign_in_failed', says });
  await first.close();
  const wanted = await listenOnLoopback({ port, isRequired: true });
  expect(wanted.redirectUri).toBe(first.redirectUri);
  await wanted.close();
});
