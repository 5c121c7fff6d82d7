import { getRealtimeServers, listEvents } from '../../../../../contract/operations/streams/events.ts';
import { longPollAnswer } from '../../../../../contract/resources/streams/event.ts';
import { limits } from '../../../../../contract/rules/limits.ts';
import type { ApiClient } from '../../../../api/api-client.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { type StreamPosition, streamPosition } from '../../../model/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Naming } from '../../../ports/remote/naming.ts';
import type { ChangesPage } from '../../../ports/remote/remote.ts';
import { remoteError } from '../refusal.ts';
import { changesOf, type ReadItem, WANTED_TYPES } from './event-changes.ts';
import { namingsOf } from './namings.ts';

/** The stream that includes the account's own invitations; `changes` omits them for the invited person. */
const STREAM_TYPE = 'all';

/** Longer than any service holds a long poll: the service decides when to answer, we detect a dead connection. */
const LONG_POLL_GRACE_MS = 30_000;
const MAX_HELD_SECONDS = 3600;

/** A wait that ends sooner and brings nothing is hollow: a broken long poll would be asked hundreds of times a second. */
const HOLLOW_MS = 1_000;

export interface EventStream {
  currentPosition(signal: AbortSignal | undefined): Promise<StreamPosition>;
  changes(position: StreamPosition, signal: AbortSignal | undefined): Promise<ChangesPage>;
  waitForChange(position: StreamPosition, signal: AbortSignal): Promise<void>;
}

export type EventStreamParts = {
  readonly client: ApiClient;
  readonly readItem: ReadItem;
  readonly clock: Clock;
  /** Polling interval for a service without long polling. */
  readonly pollIntervalMs: number;
  /** Receives the people named by the events of each page that is read. */
  readonly onNaming?: (naming: Naming) => void;
};

/** Reads the account's events and waits for new ones, by long polling if the service offers it and by plain polling otherwise. */
export function createEventStream({
  client,
  readItem,
  clock,
  pollIntervalMs,
  onNaming,
}: EventStreamParts): EventStream {
  const waiting = longPolling(client);
  /** Hollow waits in a row at one position. */
  let hollow = { position: '', waits: 0 };
  return {
    async currentPosition(signal) {
      return streamPosition(String((await readPage(client, 'now', signal)).next_stream_position));
    },
    async changes(position, signal) {
      try {
        const page = await readPage(client, position, signal);
        const next = String(page.next_stream_position);
        if (isBackwards(position, next)) return { ok: false, reason: 'position_lost' };
        const isEnd = page.entries.length === 0;
        const changes = await changesOf(page.entries, readItem);
        if (onNaming !== undefined) namingsOf(page.entries).forEach(onNaming);
        return { ok: true, ...changes, position: streamPosition(next), isEnd };
      } catch (error) {
        if (isLost(error)) return { ok: false, reason: isUnknown(error) ? 'position_unknown' : 'position_lost' };
        throw remoteError(error);
      }
    },
    async waitForChange(position, signal) {
      const waits = hollow.position === position ? hollow.waits : 0;
      if (waits > 0) await clock.sleep(Math.min(HOLLOW_MS * 2 ** (waits - 1), pollIntervalMs), signal);
      const beganMs = clock.nowMs();
      try {
        if (!(await waiting.wait(position, signal))) await clock.sleep(pollIntervalMs, signal);
        hollow = { position, waits: clock.nowMs() - beganMs < HOLLOW_MS ? waits + 1 : 0 };
      } catch (error) {
        throw remoteError(error);
      }
    },
  };
}

async function readPage(client: ApiClient, position: string, signal: AbortSignal | undefined) {
  try {
    const query = {
      stream_type: STREAM_TYPE,
      stream_position: position,
      limit: limits.eventPageLimit,
      event_type: WANTED_TYPES,
    } as const;
    return (await client.call(listEvents, { query }, { signal })).body;
  } catch (error) {
    if (isLost(error)) throw error;
    throw remoteError(error);
  }
}

/** The service does not know the position: it is too old, or the service was restored from a backup (edge cases 92 and 95). */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid_stream_position' || error.status === 410);
}

/** Our service distinguishes an unknown position from one that is too old; other services need not. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.contextInfo?.stream_position === 'unknown';
}

/** A position before ours means a different stream: the service was rolled back (edge case 95). */
function isBackwards(position: string, next: string): boolean {
  const isNumber = (text: string) => /^\d{1,19}$/.test(text);
  return isNumber(position) && isNumber(next) && BigInt(next) < BigInt(position);
}

function longPolling(client: ApiClient) {
  let server: { readonly url: string; readonly timeoutMs: number } | 'none' | null = null;
  const find = async (signal: AbortSignal) => {
    try {
      const { body } = await client.call(getRealtimeServers, {}, { signal });
      const [first] = body.entries;
      return first
        ? { url: first.url, timeoutMs: heldMs(first.retry_timeout) + LONG_POLL_GRACE_MS }
        : ('none' as const);
    } catch (error) {
      // A service without the operation (404, 405 or 501), or with another form of it.
      const isOther = error instanceof ApiError && error.code === 'bad_answer';
      if (isOther || (error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0))) return 'none' as const;
      throw error;
    }
  };
  return {
    /** False: this service has no long polling. */
    async wait(position: StreamPosition, signal: AbortSignal): Promise<boolean> {
      server ??= await find(signal);
      if (server === 'none') return false;
      const { url, timeoutMs } = server;
      // The URL stays valid until it fails or the answer says otherwise.
      server = null;
      const joint = url.includes('?') ? '&' : '?';
      const query = new URLSearchParams({ stream_position: position, stream_type: STREAM_TYPE });
      const raw = await client.follow(`${url}${joint}${query}`, { signal, timeoutMs, isOnce: true });
      const answer = longPollAnswer.safeParse(parseJson(await raw.body.text()));
      if (answer.success && answer.data.message === 'new_change') server = { url, timeoutMs };
      return true;
    },
  };
}

/** The hold time from the service, within sensible bounds. */
const heldMs = (seconds: number): number => Math.min(Math.max(seconds, 1), MAX_HELD_SECONDS) * 1000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Not a valid answer: the next wait requests a new URL.
  }
}
