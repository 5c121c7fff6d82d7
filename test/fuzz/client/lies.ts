import type { Answer, Operation } from '../../../contract/operation.ts';
import type { Chance } from '../../simulation/world/chance.ts';
import { valueOf } from './values.ts';

/** An answer of a hostile service; `body` is written for as long as the client reads. */
export type Lie = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Iterable<string | Uint8Array>;
  /** The connection is cut behind the body. */
  readonly isCut?: boolean;
};

const NAMES = [
  '..',
  '.',
  '',
  'a/b',
  '../../escaped',
  '/tmp/escaped',
  'C:\\escaped',
  'a\0b',
  '.tandem',
  '.TANDEM',
  'line\nbreak',
  '\u001b[2J',
  '\u009b31m',
  '\u202etxt.exe',
  '\ud800',
  'CON',
  '__proto__',
  'x'.repeat(100_000),
  '%2e%2e%2fescaped',
  ' ',
] as const;
const NUMBERS = [-1, 0, 0.5, 1e15, 1e308, 2 ** 53, -(2 ** 53)] as const;
const OTHERS = [null, true, 'x', [], {}, [[[[]]]]] as const;
const STATUSES = [
  201, 202, 204, 206, 301, 303, 304, 307, 400, 401, 403, 404, 405, 409, 410, 412, 416, 423, 429, 500, 502, 503,
];

/** One answer to an operation: the contract's own shape, bent somewhere, or something else altogether. */
export function lieTo(operation: Operation, foreign: string, chance: Chance): Lie {
  const [status = 200, answer] = declared(operation, chance);
  const kinds: readonly (() => Lie)[] = [
    () => shaped(status, answer, chance),
    () => bent(status, answer, chance, 1),
    () => bent(status, answer, chance, 3),
    () => bent(status, answer, chance, 3),
    () => json(status, renamed(bodyOf(answer, chance), chance)),
    () => json(status, paged(bodyOf(answer, chance), chance)),
    () => json(chance.pick(STATUSES), bodyOf(answer, chance)),
    () => refusal(chance),
    () => redirect(foreign, chance),
    () => odd(chance),
    () => bytes(chance),
  ];
  return chance.happens(0.005) ? chance.pick([endless, tooMany, tooDeep])() : chance.pick(kinds)();
}

function declared(operation: Operation, chance: Chance): readonly [number | undefined, Answer | undefined] {
  const statuses = Object.keys(operation.answers).map(Number);
  const status = statuses.length === 0 ? undefined : chance.pick(statuses);
  return [status, status === undefined ? undefined : operation.answers[status]];
}

const bodyOf = (answer: Answer | undefined, chance: Chance): unknown =>
  answer?.kind === 'json' ? valueOf(answer.schema, chance) : {};

function shaped(status: number, answer: Answer | undefined, chance: Chance): Lie {
  const given = answer?.headers === undefined ? {} : valueOf(answer.headers, chance);
  const headers = Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]));
  if (answer?.kind === 'json') return json(status, bodyOf(answer, chance), headers);
  return { status, headers, body: answer?.kind === 'octets' ? ['bytes'] : [] };
}

function bent(status: number, answer: Answer | undefined, chance: Chance, lies: number): Lie {
  let body = bodyOf(answer, chance);
  for (let index = 0; index < lies; index++) body = bend(body, chance);
  return json(status, body);
}

/** Another value somewhere in it. */
function bend(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(0.1)) {
    return chance.pick<unknown>([...NAMES, ...NUMBERS, ...OTHERS]);
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return chance.pick<unknown>(OTHERS);
  const key = chance.pick(keys);
  const inner = bend(Reflect.get(value, key), chance);
  if (Array.isArray(value)) return value.map((each: unknown, index) => (String(index) === key ? inner : each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === key ? inner : each]));
}

/** Every name in it is one that leads elsewhere. */
function renamed(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => renamed(each, chance));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isName(name) ? chance.pick(NAMES) : renamed(each, chance)]),
  );
}

const isName = (key: string): boolean =>
  ['name', 'id', 'url', 'etag', 'sha1', 'download_url', 'location'].includes(key);

/** Pages that have no end, no beginning, or no size. */
function paged(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || !('entries' in value)) return value;
  return {
    ...value,
    limit: chance.pick([0, -1, 1, 1000, 1e15]),
    total_count: chance.pick([0, -1, 5, 1e6, 2 ** 53]),
    offset: chance.pick([0, -1, 1e15]),
    next_marker: chance.pick(['again', String(chance.below(2 ** 31)), '', null, 7]),
    next_stream_position: chance.pick([0, -1, 'again', String(chance.below(2 ** 31)), 1e308]),
    chunk_size: chance.pick([0, -1, 1e15]),
  };
}

function refusal(chance: Chance): Lie {
  const status = chance.pick(STATUSES.filter((each) => each >= 400));
  const body = {
    type: 'error',
    status,
    code: chance.pick(NAMES),
    message: chance.pick(NAMES),
    context_info: bend({}, chance),
  };
  const after = chance.pick(['0', '-1', '999999999', 'x', 'Fri, 31 Dec 9999 23:59:59 GMT']);
  return json(status, body, { 'retry-after': after });
}

function redirect(foreign: string, chance: Chance): Lie {
  const location = chance.pick([
    `${foreign}/stolen`,
    `${foreign.replace('http:', '')}/stolen`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user:secret@127.0.0.1:1/',
    'http://[::1',
    `data:text/plain,${'x'.repeat(5_000)}`,
    '/../../escaped',
    'http://127.0.0.1:1/\u0080\u009b',
  ]);
  return { status: chance.pick([301, 302, 303, 307, 308]), headers: { location }, body: [] };
}

/** Bodies of another kind, cut ones, and headers that say something else. */
function odd(chance: Chance): Lie {
  const headers = chance.pick<Record<string, string>>([
    { 'content-type': 'text/html' },
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json', 'content-length': '1000000' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ]);
  const body = chance.pick(['<html>', '{"entries":[', '', '\u0000', '"x"', 'null', '1e999', '{"__proto__":{"a":1}}']);
  return { status: chance.pick([200, 201]), headers, body: [body], isCut: headers['content-length'] !== undefined };
}

/** More or fewer bytes of a file than announced, or another range. */
function bytes(chance: Chance): Lie {
  const sent = new Uint8Array(chance.pick([0, 1, 70_000]));
  const range = chance.pick(['bytes 0-4/5', 'bytes 5-1/2', 'bytes 0-0/99999999999999999999', 'bytes */5', 'x']);
  return chance.happens(0.5)
    ? { status: 206, headers: { 'content-range': range }, body: [sent] }
    : { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: [sent] };
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Lie => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: hasNoBody(status) ? [] : [JSON.stringify(body)],
});

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

const ofJson = (body: Iterable<string>): Lie => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body,
});

const endless = (): Lie => ofJson(repeated('{"entries":["', 'x'.repeat(65_536), 4_096));
const tooMany = (): Lie => ofJson(repeated('{"entries":[', '{},'.repeat(10_000), 200));
const tooDeep = (): Lie => ofJson(repeated('', '['.repeat(65_536), 64));

function* repeated(start: string, chunk: string, times: number): Iterable<string> {
  yield start;
  for (let count = 0; count < times; count++) yield chunk;
}
