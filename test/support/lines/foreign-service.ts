import { createHash } from 'node:crypto';
import { filePermissions } from '../../../contract/resources/items/file.ts';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedServer } from './scripted-server.ts';

type Item = {
  readonly id: string;
  readonly type: 'file' | 'folder';
  readonly name: string;
  readonly parentId: string;
  readonly etag: number;
  /** Of a file. */
  readonly bytes: Buffer;
  readonly modifiedAt: string;
};

type Given = { readonly name: string; readonly parentId: string; readonly text?: string; readonly modifiedAt?: string };

/** Bytes of a part of an upload session. */
const PART_SIZE = 8;

/**
 * A service of the public format that is not ours. It has one account with a tree, and answers as the public one was seen to answer where
 * that differs from ours: it takes only whole seconds from 1970 on as times, counts its events beyond 2^53, counts more items in a folder than
 * it lists, and answers a download with a redirect.
 */
export async function startForeignService() {
  const items = new Map<string, Item>();
  const sessions = new Map<string, Session>();
  const events: object[] = [];
  let ids = 100;

  /** How the pages of a folder differ from those of others. */
  let bentPage = (answered: Page): object => answered;
  /** How the answers about an item differ from those about others; a field of `undefined` is left out. */
  const bent = new Map<string, object>();
  const answered = (item: Item): object => ({ ...shown(item, items), permissions, lock: null, ...bent.get(item.id) });
  const newId = (): string => String((ids += 1));
  const put = (item: Item, eventType: string): Item => {
    items.set(item.id, item);
    const source = { ...shown(item, items), ...bent.get(item.id) };
    events.push({ type: 'event', event_id: `e${events.length}`, event_type: eventType, source });
    return item;
  };
  const add = (type: Item['type'], { name, parentId, text = '', modifiedAt = UPLOADED_AT }: Given): Item =>
    put(
      { id: newId(), type, name, parentId, etag: 0, bytes: Buffer.from(text, 'latin1'), modifiedAt },
      type === 'file' ? 'ITEM_UPLOAD' : 'ITEM_CREATE',
    );
  const change = (id: string, changes: Partial<Item>, eventType = 'ITEM_MODIFY'): Item => {
    const item = itemOf(id);
    return put({ ...item, ...changes, etag: item.etag + 1 }, eventType);
  };
  const itemOf = (id = ''): Item => {
    const item = items.get(id);
    if (item === undefined) throw notFound;
    return item;
  };
  const uploaded = (item: Item): ScriptedAnswer => ({
    status: 201,
    json: { total_count: 1, entries: [answered(item)] },
  });

  const routes: readonly Route[] = [
    [
      'GET',
      '/2.0/folders/(\\d+)/items',
      ([id = ''], { query }) => ({ json: bentPage(page(childrenOf(items, id).map(answered), query)) }),
    ],
    [
      'GET',
      '/2.0/folders/0',
      () => ({ json: { id: '0', type: 'folder', etag: null, sequence_id: null, name: 'All' } }),
    ],
    ['GET', '/2.0/(?:files|folders)/(\\d+)', ([id]) => ({ json: answered(itemOf(id)) })],
    [
      'GET',
      '/2.0/files/(\\d+)/content',
      ([id], { headers }) => ({ status: 302, headers: { location: `http://${headers.host ?? ''}/bytes/${id ?? ''}` } }),
    ],
    ['GET', '/bytes/(\\d+)', ([id]) => ({ text: itemOf(id).bytes.toString('latin1'), headers: lengthOf(itemOf(id)) })],
    ['GET', '/2.0/events', (_, { query }) => eventPage(events, query)],
    ['POST', '/2.0/folders', (_, { body }) => ({ status: 201, json: answered(add('folder', given(json(body)))) })],
    [
      'POST',
      '/2.0/files/(\\d+)/copy',
      ([id], { body }) => {
        const { bytes, modifiedAt } = itemOf(id);
        const copy = { ...given(json(body)), text: bytes.toString('latin1'), modifiedAt };
        return { status: 201, json: answered(add('file', copy)) };
      },
    ],
    [
      'PUT',
      '/2.0/(?:files|folders)/(\\d+)',
      ([id = ''], { body }) => {
        const sent = json(body);
        const place = sent.parent === undefined ? {} : { parentId: sent.parent.id };
        const name = sent.name === undefined ? {} : { name: sent.name };
        return { json: answered(change(id, { ...name, ...place, ...dates(sent) })) };
      },
    ],
    [
      'POST',
      '/upload/2.0/files/content',
      (_, request) => {
        const { attributes, text } = formOf(request);
        return uploaded(add('file', { ...given(attributes), ...dates(attributes), text }));
      },
    ],
    [
      'POST',
      '/upload/2.0/files/(\\d+)/content',
      ([id = ''], request) => {
        const { attributes, text } = formOf(request);
        const changes = { modifiedAt: UPLOADED_AT, ...dates(attributes), bytes: Buffer.from(text, 'latin1') };
        return uploaded(change(id, changes, 'ITEM_UPLOAD'));
      },
    ],
    [
      'POST',
      '/upload/2.0/files/upload_sessions',
      (_, { body }) => {
        const { folder_id: parentId = '', file_name: name = '', file_size: size = 0 } = json(body);
        const id = `S${newId()}`;
        sessions.set(id, { name, parentId, parts: new Map() });
        const total_parts = Math.ceil(size / PART_SIZE);
        return { status: 201, json: { id, type: 'upload_session', part_size: PART_SIZE, total_parts } };
      },
    ],
    [
      'PUT',
      '/upload/2.0/files/upload_sessions/(\\w+)',
      ([id = ''], { headers, body }) => {
        const offset = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]);
        sessions.get(id)?.parts.set(offset, body);
        return { json: { part: { part_id: `P${offset}`, offset, size: body.length, sha1: sha1Of(body) } } };
      },
    ],
    [
      'POST',
      '/upload/2.0/files/upload_sessions/(\\w+)/commit',
      ([id = ''], { body }) => {
        const session = sessions.get(id);
        if (session === undefined) throw notFound;
        const { attributes } = json(body);
        const parts = [...session.parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
        const text = Buffer.concat(parts).toString('latin1');
        return uploaded(add('file', { ...session, ...dates(attributes ?? {}), text }));
      },
    ],
  ];

  /** Answers to GET requests beside those about items, by their paths. */
  const further = new Map<string, object>();
  const server = await startScriptedServer((request) => {
    const scripted = request.method === 'GET' ? further.get(request.path) : undefined;
    if (scripted !== undefined) return { json: scripted };
    for (const [method, path, answer] of routes) {
      const found = request.method === method ? new RegExp(`^${path}$`).exec(request.path) : null;
      if (found !== null) return refusing(() => answer(found.slice(1), request));
    }
    return refusal(404, 'not_found');
  });
  return {
    addresses: { baseUrl: `${server.origin}/2.0`, uploadUrl: `${server.origin}/upload/2.0` },
    seen: server.seen,
    add: (type: Item['type'], item: Given): string => add(type, item).id,
    bend: (id: string, changes: object): void => void bent.set(id, changes),
    bendPages: (bend: (answered: Page) => object): void => void (bentPage = bend),
    /** `path`: below the base URL. */
    answer: (path: string, json: object): void => void further.set(`/2.0${path}`, json),
    /** A new version from another device. */
    edit: (id: string, text: string): void => void change(id, { bytes: Buffer.from(text) }, 'ITEM_UPLOAD'),
    item: (id: string): Pick<Item, 'name' | 'modifiedAt'> & { readonly text: string } => {
      const { name, modifiedAt, bytes } = itemOf(id);
      return { name, modifiedAt, text: bytes.toString('latin1') };
    },
    /** The names of the items in a folder. */
    names: (folder: string): readonly string[] => childrenOf(items, folder).map(({ name }) => name),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

type Session = { readonly name: string; readonly parentId: string; readonly parts: Map<number, Buffer> };
type Route = readonly [
  method: string,
  path: string,
  answer: (names: readonly string[], request: ScriptedRequest) => ScriptedAnswer,
];
type Items = ReadonlyMap<string, Item>;

/** The time of an upload that names none. */
export const UPLOADED_AT = '2026-05-05T05:05:05-07:00';

class Refused extends Error {
  readonly answer: ScriptedAnswer;
  constructor(answer: ScriptedAnswer) {
    super();
    this.answer = answer;
  }
}

const refusal = (status: number, code: string, message = code): ScriptedAnswer => ({
  status,
  json: { type: 'error', status, code, message, help_url: 'https://example.com', request_id: 'r' },
});
const notFound = new Refused(refusal(404, 'not_found'));

function refusing(work: () => ScriptedAnswer): ScriptedAnswer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
const lengthOf = ({ bytes }: Item) => ({ 'content-length': String(bytes.length) });
const childrenOf = (items: Items, folder: string) => [...items.values()].filter(({ parentId }) => parentId === folder);

/** The bodies of requests, as far as they are read here. */
type Sent = {
  readonly name?: string;
  readonly parent?: { readonly id: string };
  readonly folder_id?: string;
  readonly file_name?: string;
  readonly file_size?: number;
  readonly content_modified_at?: string;
  readonly attributes?: Sent;
};

const json = (body: Buffer | string): Sent => JSON.parse(String(body)) as Sent;
const given = ({ name = '', parent }: Sent): Given => ({ name, parentId: parent?.id ?? '0' });

/** The time that a request states. It may have no fraction, and may not lie before 1970. */
function dates({ content_modified_at: at }: Sent): { readonly modifiedAt?: string } {
  if (at === undefined) return {};
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(at);
  if (!isDate) throw new Refused(refusal(400, 'bad_request', `'${at}' is not a valid rfc 3339 formatted date`));
  if (Date.parse(at) < 0) throw new Refused(refusal(400, 'bad_request', 'Value must be greater than or equal to 0'));
  return { modifiedAt: at };
}

function formOf({ headers, body }: ScriptedRequest): { readonly attributes: Sent; readonly text: string } {
  const boundary = /boundary=(.*)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const [attributes = '{}', text = ''] = body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, -2));
  return { attributes: json(attributes), text };
}

function shown({ id, type, name, parentId, etag, bytes, modifiedAt }: Item, items: Items): object {
  const above = items.get(parentId);
  const parent = { type: 'folder', id: parentId, etag: null, sequence_id: null, name: above?.name ?? 'All' };
  const person = { type: 'user', id: '11', name: 'Ann', login: 'ann@example.com' };
  const sha1 = sha1Of(bytes);
  return {
    id,
    type,
    name,
    parent,
    etag: String(etag),
    sequence_id: String(etag),
    item_status: 'active',
    owned_by: person,
    modified_by: person,
    ...(type === 'file' && {
      sha1,
      size: bytes.length,
      file_version: { type: 'file_version', id: `${id}0${etag}`, sha1 },
      content_modified_at: modifiedAt,
    }),
  };
}

/** The rights of the owner of a file. Those of a folder are some of them. */
const permissions = Object.fromEntries(
  Object.keys(filePermissions.shape).map((right): [string, boolean] => [right, true]),
);

/** A page of a folder. By marker, it has `next_marker`; by offset, the other two. */
type Page = {
  readonly limit: number;
  readonly entries: readonly object[];
  readonly next_marker?: string | null;
  readonly total_count?: number;
  readonly offset?: number;
};

function page(entries: readonly object[], query: URLSearchParams): Page {
  const limit = Number(query.get('limit') ?? 100);
  const start = Number(query.get('marker') ?? query.get('offset') ?? 0);
  const part = { limit, entries: entries.slice(start, start + limit) };
  const next = start + limit < entries.length ? String(start + limit) : null;
  if (query.get('usemarker') === 'true') return { ...part, next_marker: next };
  return { ...part, total_count: entries.length === 0 ? 0 : entries.length + 1, offset: start };
}

/** The position before all events. As a number, it would be rounded. */
const FIRST_POSITION = 18_578_959_106_960_617n;

function eventPage(events: readonly object[], query: URLSearchParams): ScriptedAnswer {
  const asked = query.get('stream_position') ?? '0';
  const end = FIRST_POSITION + BigInt(events.length);
  const from = asked === 'now' ? end : BigInt(asked);
  if (from < FIRST_POSITION || from > end) return refusal(400, 'invalid_stream_position');
  const entries = events.slice(Number(from - FIRST_POSITION));
  const head = `"chunk_size":${entries.length},"next_stream_position":${end}`;
  return { text: `{${head},"entries":${JSON.stringify(entries)}}`, headers: { 'content-type': 'application/json' } };
}
