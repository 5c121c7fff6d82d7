import { type User, user } from '../../contract/resources/people/user.ts';
import type { ApiClient } from '../api/api-client.ts';
import { type Check, good } from './check.ts';

/** A larger clock error corrupts file dates and invitation expiry dates; milliseconds. */
const clockToleranceMs = 2 * 60 * 1000;

/** Explains a failed request in the command line's wording. */
type Explain = (error: unknown) => { readonly message: string; readonly remedy: string };

/** Asks the service for the signed-in user and its clock. */
export async function checkService(
  client: ApiClient,
  explain: Explain,
  nowMs: () => number,
  signal?: AbortSignal,
): Promise<readonly Check[]> {
  const request = { method: 'GET', path: '/users/me', body: null, headers: {} };
  try {
    const { status, text, headers } = await client.byHand(request, signal);
    if (status === 401) return [problem(refused)];
    if (status >= 400) return [problem({ ...failed, sentence: `The service answered with status ${status}.` })];
    const person = status === 200 ? personIn(text) : null;
    if (person === null) return [problem(another)];
    return [good('service', signedIn(person)), checkClock(headers['date'], nowMs())];
  } catch (error) {
    const { message, remedy } = explain(error);
    return [problem({ sentence: message, remedy })];
  }
}

type Problem = { readonly sentence: string; readonly remedy: string };

const problem = (told: Problem): Check => ({ name: 'service', outcome: 'problem', ...told });

const refused: Problem = {
  sentence: 'The service does not accept the access token.',
  remedy: 'Sign in again, or give a fresh token with --token-file.',
};
const failed = { remedy: 'Ask the administrator of the service to read its log.' };
const another: Problem = {
  sentence: 'Something other than the service answered.',
  remedy: 'Open a website to see whether this network asks you to sign in, and check the URL of the service.',
};

/** Null: this is no answer of the service. */
function personIn(text: string): User | null {
  try {
    return user.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // A page of another program.
  }
}

const signedIn = ({ name = 'a user without a name', login = 'no login' }: User): string =>
  `The service is reachable. Signed in as ${name} (${login}).`;

function checkClock(date: string | undefined, nowMs: number): Check {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return good('clock', 'The service does not tell its time; the clock was not compared.');
  const offMs = Math.abs(theirs - nowMs);
  if (offMs <= clockToleranceMs) return good('clock', 'The clock agrees with that of the service.');
  return {
    name: 'clock',
    outcome: 'warning',
    sentence: `The clock of this computer is ${Math.round(offMs / 60_000)} minutes away from that of the service.`,
    remedy: 'Let the system set its time by itself (NTP).',
  };
}
