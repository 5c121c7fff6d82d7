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
  /** Null: unknown, because the service has not been reached since the start. */
  current(): Person | null;
  /** The data may have changed: refresh, at most once per interval. */
  stale(): void;
  /** The person has changed it: refresh without waiting for the interval. */
  changed(): void;
  /** Called on every newer answer, until `stop`. */
  onAnswer(listener: () => void): void;
  /** Stops refreshing and resolves all waiters. */
  stop(): void;
};

type Timer = { sleep(ms: number, signal?: AbortSignal): Promise<void> };

/** The minimum interval between refreshes after changes. */
const ASK_EVERY_MS = 5_000;

/** Keeps the data up to date until stopped. Retries if `first` is null. */
export function keepPerson(client: ApiClient, timer: Timer, first: Person | null): KnownPerson {
  const stopping = new AbortController();
  const { signal } = stopping;
  let person = first;
  let isAsking = false;
  /** Something has changed since the last request was sent. */
  let isStale = false;
  const listeners: (() => void)[] = [];
  const askOnce = async (): Promise<void> => {
    isStale = false;
    // Unreachable or refused: keep the known data. The account's state says why.
    person = await askPerson(client, signal).catch(() => person);
    if (person !== null && !signal.aborted) for (const tell of listeners) tell();
  };
  const ask = async (): Promise<void> => {
    do {
      await askOnce();
      await timer.sleep(ASK_EVERY_MS, signal);
      if (signal.aborted) return;
    } while (isStale || person === null);
    isAsking = false;
  };
  const stale = (): void => {
    isStale = true;
    if (isAsking || signal.aborted) return;
    isAsking = true;
    void ask();
  };
  if (first === null) stale();
  return {
    current: () => person,
    stale,
    changed: () => void askOnce(),
    onAnswer: (listener) => void listeners.push(listener),
    stop: () => stopping.abort(),
  };
}
