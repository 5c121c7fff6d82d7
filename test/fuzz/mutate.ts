import type { Operation } from '../../contract/operation.ts';
import type { Try } from '../integration/authorisation/tries.ts';
import type { Chance } from '../simulation/world/chance.ts';
import { oddText, oddValue } from './odd-values.ts';
import type { RawRequest } from './raw-exchange.ts';

/** A good request before anything is done to it. */
export interface GoodRequest {
  readonly operation: Operation;
  readonly base: string;
  readonly token: string;
  readonly attempt: Try;
}

/** A request that can still be changed in each of its parts. */
interface Draft {
  method: string;
  base: string;
  path: string;
  query: [string, string][];
  headers: [string, string][];
  body: Buffer | null;
  announcedBytes: number | null;
}

type Mutation = (draft: Draft, good: GoodRequest, chance: Chance) => void;

/** Does one to three odd things to a good request. */
export function mutated(good: GoodRequest, chance: Chance): RawRequest {
  const draft = draftOf(good);
  for (let count = 1 + chance.below(3); count > 0; count -= 1) chance.pick(mutations)(draft, good, chance);
  const query = draft.query.map(([name, value]) => `${encodeSafely(name)}=${encodeSafely(value)}`).join('&');
  return {
    method: draft.method,
    url: `${draft.base}${draft.path}${query === '' ? '' : `?${query}`}`,
    headers: draft.headers.map(([name, value]) => [name, asHeader(value)] as const),
    body: draft.body,
    announcedBytes: draft.announcedBytes,
  };
}

const changePath: Mutation = (draft, { operation, attempt }, chance) => {
  const params = { ...attempt.params };
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0) draft.path += chance.pick(['/', '/0', '/..', '%00', '/%2e%2e', ';a=b', '//']);
  else params[chance.pick(names)] = chance.pick(['0', '1', '2', '999999999', '-1', 'abc', '', oddText(chance)]);
  if (names.length > 0) draft.path = pathOf(operation, params);
};

const changeQuery: Mutation = (draft, { operation }, chance) => {
  const known = Object.keys(operation.query.shape);
  const name = chance.happens(0.8) && known.length > 0 ? chance.pick(known) : oddText(chance).slice(0, 100);
  const value = oddText(chance).slice(0, 3000);
  draft.query.push([name, value]);
  if (chance.happens(0.3)) draft.query.push([name, oddText(chance).slice(0, 100)]);
};

const changeHeader: Mutation = (draft, { operation }, chance) => {
  const name = chance.pick([...Object.keys(operation.headers.shape), ...usualHeaders]);
  if (chance.happens(0.25)) draft.headers = draft.headers.filter(([other]) => other !== name);
  else draft.headers.push([name, oddText(chance).slice(0, 2000)]);
};

const doubleHeader: Mutation = (draft, _good, chance) => {
  if (draft.headers.length > 0) draft.headers.push(chance.pick(draft.headers));
};

const dropHeader: Mutation = (draft, _good, chance) => {
  draft.headers.splice(chance.below(draft.headers.length + 1), 1);
};

const changeToken: Mutation = (draft, _good, chance) => {
  const value = chance.pick(['', 'Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${oddText(chance).slice(0, 600)}`]);
  draft.headers = [...draft.headers.filter(([name]) => name !== 'authorization'), ['authorization', value]];
};

const changeBodyValue: Mutation = (draft, { attempt }, chance) => {
  if (attempt.body === undefined) return;
  draft.body = Buffer.from(JSON.stringify(withOddPart(attempt.body, chance)) ?? '');
};

const breakBody: Mutation = (draft, _good, chance) => {
  const body = draft.body ?? Buffer.from('{}');
  const cut = body.subarray(0, chance.below(body.length + 1));
  draft.body = chance.pick([
    cut,
    Buffer.concat([body, Buffer.from('}')]),
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    Buffer.from('null'),
    Buffer.from('[]'),
    Buffer.from('"text"'),
    Buffer.from('{"a":1,"a":2}'),
    Buffer.from('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
    Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    Buffer.alloc(0),
  ]);
};

const changeType: Mutation = (draft, _good, chance) => {
  const type = chance.pick([
    'application/json; charset=utf-16',
    'application/octet-stream',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    oddText(chance).slice(0, 200),
  ]);
  draft.headers = [...draft.headers.filter(([name]) => name !== 'content-type'), ['content-type', type]];
};

const cutShort: Mutation = (draft, _good, chance) => {
  draft.body ??= Buffer.from('{');
  draft.announcedBytes = draft.body.length + 1 + chance.below(1_000_000);
};

const changeMethod: Mutation = (draft, _good, chance) => {
  draft.method = chance.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'TRACE']);
};

/** The most frequent mutations are listed more than once. */
const mutations: readonly Mutation[] = [
  changeBodyValue,
  changeBodyValue,
  changeBodyValue,
  changePath,
  changePath,
  changeQuery,
  changeQuery,
  changeHeader,
  changeHeader,
  doubleHeader,
  dropHeader,
  breakBody,
  changeType,
  changeToken,
  changeMethod,
  cutShort,
];

const usualHeaders = [
  'if-match',
  'if-none-match',
  'range',
  'digest',
  'content-range',
  'content-md5',
  'content-encoding',
  'svcapi',
  'svc-version',
  'as-user',
  'accept',
  'prefer',
  'x-rep-hints',
  'expect',
  'cookie',
  'host',
];

function draftOf({ operation, base, token, attempt }: GoodRequest): Draft {
  const { body, raw, headers = {}, params = {}, query } = attempt;
  const content = raw?.bytes ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
  const type = raw?.type ?? 'application/json';
  return {
    method: operation.method,
    base,
    path: pathOf(operation, params),
    query: [...new URLSearchParams(query ?? '')],
    headers: [
      ['authorization', `Bearer ${token}`],
      ...(operation.version === '2024.0' ? [] : [['svc-version', operation.version] as [string, string]]),
      ...(content === null ? [] : [['content-type', type] as [string, string]]),
      ...Object.entries(headers),
    ],
    // A large good body would make every request a slow one.
    body: content !== null && content.length > 100_000 ? content.subarray(0, 1000) : content,
    announcedBytes: null,
  };
}

function pathOf(operation: Operation, params: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSafely(params[name] ?? ''));
}

/** A copy of a JSON value in which one part, at any depth, is missing, doubled or something else. */
function withOddPart(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.happens(0.1)) return oddValue(chance);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.happens(0.3)) return [...value, oddValue(chance)];
    const index = chance.below(value.length);
    return value.map((entry, at) => (at === index ? withOddPart(entry, chance) : entry));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || chance.happens(0.15))
    return { ...value, [oddText(chance).slice(0, 50)]: oddValue(chance) };
  const [name, inner] = chance.pick(entries);
  if (chance.happens(0.15)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: withOddPart(inner, chance) };
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 8000);
}

/** Node itself refuses to send control characters and wide characters in headers. */
function asHeader(value: string): string {
  return value.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?');
}
