import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLOSE_UNKNOWN_SESSION } from '../../../../../preload/ipc/transport/messages.ts';
import { websocketBridge } from '../../../../../renderer/state/bridge/transport/websocket-bridge.ts';

/** The connections that the page has opened. */
let sockets: FakeSocket[];
class FakeSocket {
  readonly address: string;
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(address: string) {
    this.address = address;
    sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
}
beforeEach(() => {
  sockets = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openPage(first: { session: string | null; link: string | null }) {
  const kept = { ...first };
  const bridge = websocketBridge({ protocol: 'http:', host: '127.0.0.1:4711' } as Location, {
    session: () => kept.session,
    keepSession: (secret) => void (kept.session = secret),
    forgetSession: (secret) => void (kept.session === secret && (kept.session = null)),
    link: () => kept.link,
    forgetLink: () => void (kept.link = null),
  });
  const states: string[] = [];
  bridge.onConnection((state) => states.push(state));
  const socket = () => sockets.at(-1);
  const welcome = (session: string) => {
    socket()?.onopen?.();
    socket()?.onmessage?.({ data: JSON.stringify({ type: 'welcome', session }) });
  };
  return { bridge, kept, states, socket, welcome };
}

test('the page says hello with its secrets, and keeps the session that it gets for its link', () => {
  const { bridge, kept, states, socket, welcome } = openPage({ session: null, link: 'once' });
  expect(socket()?.address).toBe('ws://127.0.0.1:4711/bridge');
  welcome('session');
  expect(socket()?.sent).toEqual([JSON.stringify({ type: 'hello', session: null, link: 'once' })]);
  expect([kept, states, bridge.connection()]).toEqual([{ session: 'session', link: null }, ['connected'], 'connected']);
});

test('a lost connection is tried again, ever more seldom up to three seconds, and at once after a welcome', async () => {
  const { welcome, socket, states } = openPage({ session: 's', link: null });
  welcome('s');
  for (const pauseMs of [250, 500, 1_000, 2_000, 3_000, 3_000]) {
    const before = sockets.length;
    socket()?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(sockets.length).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets.length).toBe(before + 1);
  }
  welcome('s');
  socket()?.onclose?.({ code: 1006 });
  const before = sockets.length;
  await vi.advanceTimersByTimeAsync(250);
  expect([sockets.length - before, states]).toEqual([1, ['connected', 'disconnected', 'connected', 'disconnected']]);
});

test('a session that the host does not know is forgotten, and a link from another tab is enough to go on', async () => {
  const { kept, socket, states } = openPage({ session: 'old', link: 'used' });
  socket()?.onclose?.({ code: CLOSE_UNKNOWN_SESSION });
  expect([kept, states]).toEqual([{ session: null, link: null }, ['closed']]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sockets).toHaveLength(1);
  kept.session = 'of another tab';
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sockets).toHaveLength(2);
});

test('a command in flight does not wait for an answer that cannot come', async () => {
  const { bridge, socket, welcome } = openPage({ session: 's', link: null });
  welcome('s');
  const answer = bridge.call('settings.get', {});
  socket()?.onclose?.({ code: 1006 });
  expect(await answer).toMatchObject({ ok: false });
});

/** The requests that carry dropped files. */
class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  status = 0;
  responseText = '';
  sent: unknown = null;
  isAborted = false;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  constructor() {
    FakeRequest.all.push(this);
  }
  open(): void {}
  send(file: unknown): void {
    this.sent = file;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

/** A file on its way, with a signal that can cancel it. */
async function dropped(isCancelled = false, file = new File(['bytes'], 'a.txt')) {
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const { bridge, socket, welcome } = openPage({ session: 's', link: null });
  welcome('s');
  const cancelled = new AbortController();
  if (isCancelled) cancelled.abort();
  const progress: number[] = [];
  const sending = bridge.sendDrop('id', file, cancelled.signal, (bytes) => progress.push(bytes));
  const { id } = JSON.parse(socket()?.sent.at(-1) ?? '{}');
  const result = { ok: true, value: { path: '/signed' } };
  socket()?.onmessage?.({ data: JSON.stringify({ type: 'answer', id, result }) });
  await vi.advanceTimersByTimeAsync(0);
  const [request] = FakeRequest.all;
  if (request === undefined) throw new Error('nothing is sent');
  return { request, sending, cancelled, progress };
}

test('a dropped file reports its progress and its end', async () => {
  const { request, sending, progress } = await dropped();
  request.upload.onprogress?.({ loaded: 3 });
  request.answer(204, {});
  expect([await sending, progress]).toEqual([{ ok: true }, [3]]);
});

test('a dropped file that does not arrive says whether the connection or the file is gone', async () => {
  const lost = await dropped();
  lost.request.onerror?.();
  expect(await lost.sending).toMatchObject({ reason: 'lost', message: { code: 'drop_connection_lost' } });
  const gone = new File(['bytes'], 'a.txt');
  vi.spyOn(gone, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new Error('NotReadableError')),
  } as never);
  const unreadable = await dropped(false, gone);
  unreadable.request.onerror?.();
  expect(await unreadable.sending).toMatchObject({ reason: 'refused', message: { code: 'drop_file_changed' } });
});

test('a cancel ends the request of a dropped file, and one before its start sends nothing', async () => {
  const { request, sending, cancelled } = await dropped();
  cancelled.abort();
  expect([request.isAborted, await sending]).toEqual([true, { ok: false, reason: 'aborted', message: '' }]);
  const early = await dropped(true);
  expect([await early.sending, early.request.sent]).toEqual([{ ok: false, reason: 'aborted', message: '' }, null]);
});

test('a refusal of a dropped file is said in the words of the host', async () => {
  const { request, sending } = await dropped();
  request.answer(409, { code: 'name_taken', message: 'It exists.', remedy: 'Choose.' });
  expect(await sending).toMatchObject({ ok: false, reason: 'refused' });
  expect(JSON.stringify(await sending)).toContain('It exists.');
});

test('a dropped file whose transfer was cancelled in the list of transfers is cancelled, not refused', async () => {
  const { request, sending } = await dropped();
  request.answer(409, { code: 'cancelled', message: 'It was cancelled.', remedy: 'Drop it again.' });
  expect(await sending).toEqual({ ok: false, reason: 'aborted', message: '' });
});
