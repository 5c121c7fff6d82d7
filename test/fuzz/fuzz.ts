import type { Operation } from '../../contract/operation.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { errorBody } from '../../contract/resources/error.ts';
import { allTries } from '../integration/authorisation/all-tries.ts';
import type { Try } from '../integration/authorisation/tries.ts';
import { type AuthorisationWorld, createAuthorisationWorld } from '../integration/authorisation/world.ts';
import { type Chance, openChance } from '../simulation/world/chance.ts';
import { mutated } from './mutate.ts';
import { exchange, type RawAnswer, type RawRequest } from './raw-exchange.ts';

/** The options of a fuzz run. */
export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Called after every thousand requests. */
  readonly onProgress?: (sent: number) => void;
}

/** The findings of a fuzz run. */
export interface FuzzReport {
  readonly sent: number;
  readonly operations: number;
  /** How many answers there were of each status; `cut` for requests that the sender itself broke off. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly FuzzFault[];
}

/** One request that was answered as none may be. `what` is the rule that it breaks. */
export interface FuzzFault {
  readonly operation: string;
  readonly what: string;
  readonly request: string;
  readonly answer: string;
}

/** Requests made of one arranged item before it is arranged again: odd requests rarely use it up. */
const perArrangement = 24;
const parallel = 8;

/**
 * Sends malformed requests over all operations of the contract to a service of its own, as an owner and as a stranger, and
 * gathers whatever breaks a rule: a 5xx, silence, an error body of another shape, a word of the owner's in a stranger's answer.
 */
export async function fuzz({ seed, requests, onProgress }: FuzzOptions): Promise<FuzzReport> {
  await using world = await createAuthorisationWorld();
  const chance = openChance(seed, 'fuzz');
  const names = Object.keys(operations) as OperationName[];
  const statuses = new Map<string, number>();
  const faults: FuzzFault[] = [];
  let sent = 0;
  const one = async (name: OperationName, attempt: Try) => {
    const { raw, isStranger } = draw(world, name, attempt, chance);
    const answer = await exchange(raw);
    sent += 1;
    if (sent % 1000 === 0) onProgress?.(sent);
    const key = answer.kind === 'answer' ? String(answer.status) : answer.kind;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    const what = faultOf(raw, answer, isStranger ? world.secrets : []);
    if (what !== null) faults.push({ operation: name, what, request: describe(raw), answer: describeAnswer(answer) });
  };
  for (let turn = 0; sent < requests; turn += 1) {
    const name = names[turn % names.length];
    const arrange = name === undefined ? undefined : allTries[name];
    if (name === undefined || arrange === undefined) throw new Error(`There is no try for ${name}.`);
    const attempt = await arrange(world);
    for (let batch = 0; batch < perArrangement; batch += parallel) {
      await Promise.all(Array.from({ length: parallel }, () => one(name, attempt)));
    }
  }
  return { sent, operations: names.length, statuses, faults };
}

function draw(world: AuthorisationWorld, name: OperationName, attempt: Try, chance: Chance) {
  const operation: Operation = operations[name];
  const isStranger = chance.happens(0.5);
  const token = isStranger ? world.strangerToken : world.ownerToken;
  const base = operation.host === 'upload' ? world.service.uploadUrl : world.service.baseUrl;
  return { raw: mutated({ operation, base, token, attempt }, chance), isStranger };
}

/** The rule that an answer breaks; null when it keeps them all. */
function faultOf(raw: RawRequest, answer: RawAnswer, secrets: readonly string[]): string | null {
  if (answer.kind === 'hung') return 'no answer in time';
  if (answer.kind === 'cut') return isBrokenBySender(raw) ? null : `the connection was cut: ${answer.reason}`;
  const { status, text, headers } = answer;
  if (status >= 500) return `status ${status}`;
  if (secrets.some((secret) => text.includes(secret))) return 'a stranger reads data of the owner';
  if (status < 400 || raw.method === 'HEAD') return null;
  if (status === 401 && text === '' && headers['www-authenticate'] !== undefined) return null;
  return isErrorBody(text, status) ? null : 'an error body of another shape';
}

/** Bodies that end early, and heads that HTTP itself does not allow, are answered by the HTTP layer or by silence. */
function isBrokenBySender({ announcedBytes, headers }: RawRequest): boolean {
  return announcedBytes !== null || headers.some(([name]) => ['host', 'expect', 'content-length'].includes(name));
}

function isErrorBody(text: string, status: number): boolean {
  try {
    const body = errorBody.parse(JSON.parse(Buffer.from(text, 'latin1').toString()));
    return (
      body.status === status && body.type === 'error' && typeof body.message === 'string' && !/\n\s+at /.test(text)
    );
  } catch {
    return false;
  }
}

function describe({ method, url, headers, body, announcedBytes }: RawRequest): string {
  const shown = headers.map(([name, value]) => `${name}: ${value.slice(0, 120)}`).join(' | ');
  const cut = announcedBytes === null ? '' : ` (announced ${announcedBytes} bytes)`;
  return `${method} ${url.slice(0, 400)} [${shown}] ${body?.toString('utf8').slice(0, 400) ?? ''}${cut}`;
}

function describeAnswer(answer: RawAnswer): string {
  return answer.kind === 'answer' ? `${answer.status} ${answer.text.slice(0, 300)}` : answer.kind;
}
