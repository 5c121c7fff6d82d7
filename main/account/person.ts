import { getCurrentUser } from '../../contract/operations/people/users.ts';
import { UNLIMITED_SPACE } from '../../contract/resources/people/user.ts';
import type { ApiClient } from '../api/api-client.ts';

/** The signed-in user, as reported by the service. */
export type Person = {
  readonly status: {
    readonly id: string;
    readonly name: string;
    readonly login: string;
    readonly spaceUsed: number;
    /** -1: unlimited. */
    readonly spaceAmount: number;
  };
  /** May administer the service. */
  readonly isAdmin: boolean;
  /** The maximum file size that the service accepts from this person, in bytes; null: unknown. */
  readonly largestUploadBytes: number | null;
};

const fields = ['name', 'login', 'space_used', 'space_amount', 'role', 'max_upload_size'];

/** One request. Rejects with `ApiError`: 401 if the token is invalid. */
export async function askPerson(client: ApiClient, signal?: AbortSignal): Promise<Person> {
  const { body } = await client.call(getCurrentUser, { query: { fields } }, { signal });
  return {
    status: {
      id: body.id,
      name: body.name ?? '',
      login: body.login ?? '',
      spaceUsed: body.space_used ?? 0,
      spaceAmount: limitOf(body.space_amount),
    },
    isAdmin: body.role === 'admin' || body.role === 'coadmin',
    largestUploadBytes: body.max_upload_size ?? null,
  };
}

/** -1 if unlimited, which some services express as a very large number. */
const limitOf = (bytes = -1): number => (bytes >= UNLIMITED_SPACE ? -1 : bytes);

/** The current data of the user, with a way to refresh it. */
export type KnownPerson = {
  /** Null: unknown, because the service has not answered since the start. */
  current(): Person | null;
  /** The data may have changed: refresh soon, once for many such hints. */
  stale(): void;
  /** The person has changed it: refresh without that delay. */
  changed(): void;
  /** Called on every newer answer, until `stop`. */
  onAnswer(listener: () => void): void;
  /** Stops refreshing and resolves all waiters. */
  stop(): void;
};

type Timer = { sleep(ms: number, signal?: AbortSignal): Promise<void> };

/** Delay after the first change, so that one request covers a burst of them. */
const ASK_AFTER_MS = 1_000;
/** The minimum interval between refreshes. */
const REST_MS = 5_000;
/** The maximum interval between retries. */
const MOST_REST_MS = 60_000;

/** Keeps the data up to date until stopped. If `first` is null, it is asked for at once, until there is an answer. */
export function keepPerson(client: ApiClient, timer: Timer, first: Person | null): KnownPerson {
  const stopping = new AbortController();
  const { signal } = stopping;
  let person = first;
  let isAsking = false;
  /** Something has changed since the last answered request was sent. */
  let isStale = false;
  const listeners: (() => void)[] = [];
  /** False: unreachable or refused. The known data stays, and the account's state says why. */
  const askOnce = async (): Promise<boolean> => {
    isStale = false;
    const answer = await askPerson(client, signal).catch(() => null);
    if (answer === null) {
      isStale = true;
      return false;
    }
    person = answer;
    if (!signal.aborted) for (const tell of listeners) tell();
    return true;
  };
  const ask = async (): Promise<void> => {
    await timer.sleep(ASK_AFTER_MS, signal);
    let restMs = REST_MS;
    do {
      if (signal.aborted) return;
      const isAnswered = await askOnce();
      restMs = isAnswered ? REST_MS : Math.min(2 * restMs, MOST_REST_MS);
      await timer.sleep(restMs, signal);
    } while (isStale);
    isAsking = false;
  };
  const stale = (): void => {
    isStale = true;
    if (isAsking || signal.aborted) return;
    isAsking = true;
    void ask();
  };
  const changed = (): void =>
    void askOnce().then((isAnswered) => {
      if (!isAnswered) stale();
    });
  if (first === null) changed();
  return {
    current: () => person,
    stale,
    changed,
    onAnswer: (listener) => void listeners.push(listener),
    stop: () => stopping.abort(),
  };
}
