import { createHash } from 'node:crypto';
import { z } from 'zod';
import { KEY_HEADER, KEYS_ANNOUNCED_HEADER } from '../../../../contract/idempotency.ts';
import { ApiError } from '../../../../main/api/api-error.ts';
import type { RawAnswer } from '../../../../main/api/requests/answer-form.ts';
import type { Exchange, ExchangeRequest } from '../../../../main/api/transport/exchange.ts';
import type { Content } from '../../../../main/engine/model/entry.ts';
import { type ItemId, itemId } from '../../../../main/engine/model/ids.ts';
import { Refusal } from '../../../../service/domain/refusal.ts';
import type { Chance } from '../chance.ts';
import type { Seam } from '../device/seam.ts';
import type { FaultTape } from '../fault-tape.ts';
import type { LineFaults } from './line-faults.ts';
import type { HostAnswer, HostedService, HostRequest } from './service-host.ts';
import { madeSince, replacedSince } from './service-truth.ts';

export type LineOptions = {
  readonly hosted: HostedService;
  readonly seam: Seam;
  /** For draws that are not faults. */
  readonly chance: Chance;
  readonly tape: FaultTape;
  readonly faults: () => LineFaults;
  /** Otherwise the service is a plain one of the format, without idempotency keys. */
  readonly knowsKeys: boolean;
  /** Called for each delete when it is sent. */
  readonly onTrash: (id: ItemId) => void;
  /** Called when a request that changes something is sent; the result, for each file whose content it replaced, with the previous content. */
  readonly sending: () => OnReplace;
  /** Called for each item created by a request that landed after its sender had given up. */
  readonly onMadeLate: (id: ItemId) => void;
  /** Items created by requests whose answer has not reached the device. */
  readonly unheard: Set<ItemId>;
  /** Called for each fault, by name: the coverage of a run. */
  readonly onTrouble: (what: string) => void;
  readonly trace: (line: string) => void;
};

type OnReplace = (id: ItemId, replaced: Content) => void;

/** The service answers a long poll after this time. */
const LONG_POLL_MS = 610_000;
/** An abandoned request may still land within this time. */
const LATE_MS = 20_000;

/** The line from a device to the service, with realistic network faults. */
export function serviceLine(options: LineOptions): Exchange {
  const { seam, tape } = options;
  let line = 0;
  return {
    async send(request) {
      request.signal?.throwIfAborted();
      const [asked, own] = [await hostRequest(options, request), line];
      await seam.cross();
      request.signal?.throwIfAborted();
      if (own !== line) throw unreached(request, 'offline');
      if (asked.url.pathname === '/events/wait') return longPoll(options, request);
      const lost = tape.strike('before', options.faults().before);
      if (lost !== null) return failBefore(options, request, lost);
      const answer = await answered(options, request, asked);
      await seam.cross();
      // A cancelled request may still have taken effect.
      request.signal?.throwIfAborted();
      if (own !== line) throw unreached(request, 'offline');
      for (const id of answer.made ?? []) options.unheard.delete(id);
      return rawAnswer(options, request, answer);
    },
    drop: () => {
      line += 1;
    },
    close: async () => {},
  };
}

async function hostRequest({ knowsKeys }: LineOptions, request: ExchangeRequest): Promise<HostRequest> {
  const { url, method, body } = request;
  const { [KEY_HEADER]: key, ...others } = request.headers;
  const headers = knowsKeys && key !== undefined ? { ...others, [KEY_HEADER]: key } : others;
  if (body === null) return { url, method, headers, body };
  if (typeof body === 'string' || body instanceof Uint8Array) return { url, method, headers, body: Buffer.from(body) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
  return { url, method, headers, body: Buffer.concat(chunks) };
}

/** The request takes effect; its answer may still fail. */
async function answered(options: LineOptions, request: ExchangeRequest, asked: HostRequest): Promise<Effect> {
  const { seam, tape, faults, onTrouble } = options;
  const trashed = /^\/2\.0\/(?:files|folders)\/(\d+)$/.exec(asked.url.pathname)?.[1];
  if (asked.method === 'DELETE' && trashed !== undefined) options.onTrash(itemId(trashed));
  const chance = tape.strike('after', faults().after);
  if (chance === null) return forEvents(options, asked, await effect(options, asked));
  const way = chance.pick(['lost', 'lost', 'late', 'repeated', 'gateway', 'silent'] as const);
  if (way === 'repeated') {
    // Like a proxy after a timeout: the client gets the second answer.
    onTrouble('request repeated');
    await effect(options, asked);
    return effect(options, asked);
  }
  if (way === 'late') {
    onTrouble('landed late');
    const onReplace = options.sending();
    seam.time.at(chance.below(LATE_MS), () => void landLate({ ...options, sending: () => onReplace }, asked));
    throw unreached(request, 'timed_out');
  }
  const answer = await effect(options, asked);
  const isCommit = asked.url.pathname.endsWith('/commit') && answer.status === 201;
  if (isCommit && chance.happens(0.5)) {
    onTrouble('assembling');
    return { status: 202, headers: { 'retry-after': '1' }, body: Buffer.alloc(0) };
  }
  onTrouble('reply lost');
  if (way === 'gateway') return page(502, 'Bad gateway');
  if (way === 'silent') {
    await waited(options, request, request.timeoutMs);
    await seam.cross();
    request.signal?.throwIfAborted();
    throw unreached(request, 'timed_out');
  }
  throw unreached(request, 'offline');
}

async function landLate(options: LineOptions, asked: HostRequest): Promise<void> {
  const before = options.hosted.truth.items;
  await effect(options, asked);
  for (const id of madeSince(before, options.hosted.truth.items)) options.onMadeLate(id);
}

/** `made`: the items that it created. */
type Effect = HostAnswer & { readonly made?: readonly ItemId[] };

async function effect({ hosted, sending, unheard, trace }: LineOptions, asked: HostRequest): Promise<Effect> {
  const before = asked.method === 'GET' ? null : hosted.truth.items;
  const answer = await hosted.answer(asked);
  trace(`${asked.method} ${asked.url.pathname} ${answer.status}`);
  if (before === null) return answer;
  for (const { id, replaced } of replacedSince(before, hosted.truth.items)) sending()(id, replaced);
  const made = madeSince(before, hosted.truth.items);
  for (const id of made) unheard.add(id);
  return { ...answer, made };
}

/** The request does not reach the service. */
async function failBefore(options: LineOptions, request: ExchangeRequest, chance: Chance): Promise<RawAnswer> {
  const { seam, onTrouble } = options;
  const what = chance.pick([
    'offline',
    'offline',
    'rate_limited',
    'unavailable',
    'failed',
    'portal',
    'silent',
  ] as const);
  onTrouble(what);
  const pause = { 'retry-after': String(1 + chance.below(4)) };
  const isTold = chance.happens(0.7);
  if (what === 'silent') await waited(options, request, request.timeoutMs);
  await seam.cross();
  request.signal?.throwIfAborted();
  switch (what) {
    case 'offline':
      throw unreached(request, 'offline');
    case 'silent':
      throw unreached(request, 'timed_out');
    case 'rate_limited':
      return refusal(429, 'rate_limit_exceeded', pause);
    case 'unavailable':
      return refusal(503, 'unavailable', isTold ? pause : {});
    case 'failed':
      return refusal(500, 'internal_server_error', {});
    case 'portal': {
      const { status, headers, body } = page(200, 'Welcome to our network. Please sign in.');
      return { status, headers, body: wholeBody(body) };
    }
  }
}

/** Waits this long. If the sender gives up, it ends at once, as on a real line. */
function waited({ seam }: LineOptions, { signal }: ExchangeRequest, forMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const stop = seam.time.at(forMs, resolve);
    signal?.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}

async function longPoll(options: LineOptions, request: ExchangeRequest): Promise<RawAnswer> {
  const { hosted, seam, tape, faults, onTrouble } = options;
  const { searchParams } = request.url;
  const cut = tape.strike('long poll', faults().before);
  const end = waited(options, request, cut === null ? LONG_POLL_MS : cut.below(LONG_POLL_MS));
  const [channel, position] = [searchParams.get('channel') ?? '', searchParams.get('stream_position') ?? 'now'];
  const told = hosted.waitForEvents(channel, position, end).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  const message = await Promise.race([told, hosted.restarted().then(() => 'cut' as const)]);
  await seam.cross();
  request.signal?.throwIfAborted();
  if (message === 'cut') throw unreached(request, 'offline');
  if (cut !== null) {
    onTrouble('long poll cut');
    throw unreached(request, 'offline');
  }
  if (message instanceof Refusal) return refusal(400, message.code, {});
  return { status: 200, headers: JSON_TYPE, body: wholeBody(Buffer.from(JSON.stringify({ version: 1, message }))) };
}

const eventCount = z.looseObject({ chunk_size: z.number() });
const eventPage = z.looseObject({ entries: z.array(z.looseObject({ event_id: z.string() })) });
type EventPage = z.output<typeof eventPage>;

/** Repeats and reorders events: the format allows both. */
async function forEvents(options: LineOptions, asked: HostRequest, answer: Effect): Promise<Effect> {
  const { tape, faults, onTrouble } = options;
  const position = Number(asked.url.searchParams.get('stream_position'));
  const isPage = asked.method === 'GET' && asked.url.pathname === '/2.0/events' && answer.status === 200;
  if (!isPage || !Number.isInteger(position)) return answer;
  const told: unknown = JSON.parse(answer.body.toString());
  const { chunk_size: size } = eventCount.parse(told);
  const repeated = position > 0 && size > 0 ? tape.strike('events again', faults().events) : null;
  let entries = repeated === null ? null : await withEarlier(options, asked, eventPage.parse(told), repeated);
  if ((entries?.length ?? size) > 1 && tape.strike('events mixed', faults().events) !== null) {
    onTrouble('events in another order');
    const key = (id: string): string => createHash('sha1').update(id).digest('hex');
    entries ??= eventPage.parse(told).entries;
    entries.sort((a, b) => (key(a.event_id) < key(b.event_id) ? -1 : 1));
  }
  // Most pages stay as they are, so their entries are not read.
  if (entries === null) return answer;
  return {
    ...answer,
    body: Buffer.from(JSON.stringify({ ...eventCount.parse(told), entries, chunk_size: entries.length })),
  };
}

/** A page after some of the events before it. The position stays that of the page, so that nothing in between is skipped. */
async function withEarlier(
  { hosted, onTrouble }: LineOptions,
  asked: HostRequest,
  { entries }: EventPage,
  chance: Chance,
): Promise<EventPage['entries']> {
  onTrouble('events repeated');
  const whole = new URL(asked.url);
  whole.searchParams.set('stream_position', '0');
  const all = eventPage.parse(JSON.parse((await hosted.answer({ ...asked, url: whole })).body.toString())).entries;
  const first = all.findIndex(({ event_id }) => event_id === entries[0]?.event_id);
  const from = Math.max(0, first - 1 - chance.below(5));
  return first >= 0 ? [...all.slice(from, first), ...entries] : entries;
}

function rawAnswer(options: LineOptions, request: ExchangeRequest, answer: HostAnswer): RawAnswer {
  const { status, body } = answer;
  const { [KEYS_ANNOUNCED_HEADER]: announced, ...others } = answer.headers;
  const headers = options.knowsKeys ? { ...others, [KEYS_ANNOUNCED_HEADER]: announced } : others;
  const isContent =
    request.method === 'GET' && request.url.pathname.endsWith('/content') && (status === 200 || status === 206);
  if (!isContent) return { status, headers, body: wholeBody(body) };
  const bad = options.tape.strike('download', options.faults().download);
  if (bad !== null) options.onTrouble('download spoiled');
  if (request.url.pathname === BATCH)
    return { status, headers, body: wholeBody(bad === null ? body : spoiled(body, bad)) };
  return {
    status,
    headers,
    body: { ...wholeBody(body), [Symbol.asyncIterator]: () => chunks(body, bad, options, request) },
  };
}

const BATCH = '/2.0/files/content';
const batchAnswer = z.looseObject({
  entries: z.array(z.looseObject({ content: z.looseObject({ base64: z.string() }).optional() })),
});

/** A batch in which the last byte of one content is wrong. */
function spoiled(body: Buffer, bad: Chance): Buffer {
  const batch = batchAnswer.parse(JSON.parse(body.toString()));
  const contents = batch.entries.flatMap(({ content }) =>
    content === undefined || content.base64 === '' ? [] : [content],
  );
  if (contents.length > 0) {
    const content = bad.pick(contents);
    const bytes = Buffer.from(content.base64, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    content.base64 = bytes.toString('base64');
  }
  return Buffer.from(JSON.stringify(batch));
}

/** The bytes in chunks. A faulty stream is truncated, or its last byte is wrong. */
async function* chunks(
  bytes: Buffer,
  bad: Chance | null,
  { seam }: LineOptions,
  request: ExchangeRequest,
): AsyncGenerator<Uint8Array> {
  const breaksOff = bad?.happens(0.5) ?? false;
  for (let at = 0; at < bytes.length; at += 16) {
    await seam.cross();
    request.signal?.throwIfAborted();
    if (breaksOff && (at > 0 || bytes.length <= 16)) throw unreached(request, 'offline');
    const part = Uint8Array.from(bytes.subarray(at, at + 16));
    const last = part.length - 1;
    if (bad !== null && !breaksOff && at + 16 >= bytes.length) part[last] = (part[last] ?? 0) ^ 1;
    yield part;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function refusal(status: number, code: string, headers: Readonly<Record<string, string>>): RawAnswer {
  const body = { type: 'error', status, code, message: `The service answered ${status}.`, request_id: 'drawn' };
  return { status, headers: { ...JSON_TYPE, ...headers }, body: wholeBody(Buffer.from(JSON.stringify(body))) };
}

const page = (status: number, words: string): HostAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<html><body>${words}</body></html>`),
});

function wholeBody(bytes: Buffer): RawAnswer['body'] {
  return {
    text: async () => bytes.toString(),
    drop: async () => {},
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

function unreached(request: ExchangeRequest, code: 'offline' | 'timed_out'): ApiError {
  const message = `No answer to ${request.method} ${request.url.pathname}: ${code}.`;
  return new ApiError({ status: null, code, message });
}
