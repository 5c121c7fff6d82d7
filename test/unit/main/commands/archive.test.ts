import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../main/api/api-client.ts';
import { ApiError } from '../../../../main/api/api-error.ts';
import { type Archive, keptArchives } from '../../../../main/commands/archive/archive.ts';
import { gatherEntries } from '../../../../main/commands/archive/gather-entries.ts';
import { zipBytes, zipLength } from '../../../../main/commands/archive/zip-bytes.ts';
import { zipEntries } from '../../../support/files/zip-entries.ts';

type Stored = {
  readonly type: 'file' | 'folder' | 'web_link';
  readonly name: string;
  readonly [field: string]: unknown;
};

const never = new AbortController().signal;
const file = (name: string, text: string, more: object = {}): Stored => ({
  type: 'file',
  name,
  size: text.length,
  text,
  content_modified_at: '2026-03-04T10:20:00Z',
  ...more,
});
const folder = (name: string, ...children: string[]): Stored => ({ type: 'folder', name, children });

/** The operations that an archive needs over some items by their ids; a folder is listed in pages of two. */
function serviceOf(items: Readonly<Record<string, Stored>>): ApiClient {
  const call = async (operation: { name: string }, request: LooseCall): Promise<unknown> => {
    const id = Object.values(request.params)[0] ?? '';
    const found = items[id];
    if (found === undefined) throw new ApiError({ status: 404, code: 'not_found', message: 'Not there.' });
    if (operation.name === 'downloadFile' && found['lock'] !== undefined) {
      const message = `"${found.name}" is locked.`;
      throw new ApiError({ status: 403, code: 'access_denied_item_locked', message });
    }
    if (operation.name === 'downloadFile') return { status: 200, headers: {}, body: bytesOf(String(found['text'])) };
    if (operation.name !== 'listFolderItems') return { status: 200, body: { id, ...found } };
    const children = found['children'] as readonly string[];
    const from = Number(request.query?.marker ?? 0);
    const next_marker = from + 2 < children.length ? String(from + 2) : '';
    const entries = children.slice(from, from + 2).map((child) => {
      const item = items[child];
      if (item === undefined) throw new ApiError({ status: 502, code: 'bad_answer', message: 'Half of it.' });
      return { id: child, ...item };
    });
    return { status: 200, body: { entries, limit: 2, next_marker } };
  };
  return { call } as unknown as ApiClient;
}

type LooseCall = {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: { readonly marker?: string };
};

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  for (const letter of text) yield new TextEncoder().encode(letter);
}

const folderOf = (id: string) => [{ type: 'folder' as const, id }];

async function zipOf(api: ApiClient, archive: Archive): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipBytes(api, archive, never)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('an archive of a folder', () => {
  it('is refused when a folder is inside itself, and the walk ends there', async () => {
    const api = serviceOf({ '1': folder('Loop', '2', '1', '3'), '2': file('a.txt', 'a'), '3': folder('Other', '1') });
    const { refusal } = await gatherEntries(api, folderOf('1'));
    expect(refusal).toMatchObject({ ok: false, error: { code: 'too_deep' } });
  });

  it('holds all that is below, with its times, empty folders and bookmarks, and is as long as was said', async () => {
    const api = serviceOf({
      '1': folder('Desk', '2', '3', '4', '5'),
      '2': file('letter.txt', 'Dear all'),
      '3': folder('Old', '6'),
      '4': folder('Empty'),
      '5': { type: 'web_link', name: 'Home', url: 'https://example.com/' },
      '6': file('empty.txt', '', { content_modified_at: '1971-01-01T00:00:00Z' }),
    });
    const { entries, refusal } = await gatherEntries(api, folderOf('1'));
    expect(refusal).toBeNull();
    const archive = { name: 'Desk.zip', entries, link: {} };
    const bytes = await zipOf(api, archive);
    expect(String(bytes.length)).toBe(zipLength(archive));
    const found = zipEntries(bytes);
    expect(found.map(({ path, text }) => [path, text])).toEqual([
      ['Desk/letter.txt', 'Dear all'],
      ['Desk/Old/empty.txt', ''],
      ['Desk/Empty/', ''],
      ['Desk/Home.url', '[InternetShortcut]\r\nURL=https://example.com/\r\n'],
    ]);
    expect(found[0]?.changed).toMatch(/^2026-03-0[345] /);
    expect(found[1]?.changed).toMatch(/^1980-01-0/);
  });

  it('gives nothing the name of the state folder of Tandem', async () => {
    const api = serviceOf({ '1': folder('.tandem', '2'), '2': file('.Tandem', 'a') });
    const { entries } = await gatherEntries(api, folderOf('1'));
    expect(entries).toMatchObject([{ path: '.tandem_/.Tandem_' }]);
  });

  it.each([
    [
      'a line of its own',
      'https://example.com/\r\nIconFile=\\\\evil.test\\share',
      'https://example.com/IconFile=//evil.test/share',
    ],
    ['quotes and blanks', 'https://example.com/"a b"', 'https://example.com/%22a%20b%22'],
  ])('holds a bookmark in one line, whatever the service says its address is: %s', async (_what, url, address) => {
    const api = serviceOf({ '1': folder('Desk', '2'), '2': { type: 'web_link', name: 'Home', url } });
    const { entries, refusal } = await gatherEntries(api, folderOf('1'));
    expect(refusal).toBeNull();
    const found = zipEntries(await zipOf(api, { name: 'Desk.zip', entries, link: {} }));
    expect(found.map(({ text }) => text)).toEqual([`[InternetShortcut]\r\nURL=${address}\r\n`]);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'no address', ''])(
    'is refused with a bookmark that leads to no web page: %s',
    async (url) => {
      const api = serviceOf({ '1': folder('Desk', '2'), '2': { type: 'web_link', name: 'Home', url } });
      const { refusal } = await gatherEntries(api, folderOf('1'));
      expect(JSON.stringify(refusal)).toContain('Home');
    },
  );

  it('has paths that lead nowhere but down, and none twice, whatever things are called', async () => {
    const api = serviceOf({
      '1': folder('..', '2', '3', '4', '5', '6', '7'),
      '2': file('../../etc/passwd', 'a'),
      '3': file('a:b', 'b'),
      '4': file('A_B', 'c'),
      '5': file('..\\..\\run.exe', 'd'),
      '6': file('con.txt', 'e'),
      '7': file('C:\u0000', 'f'),
      '8': file('same.txt', 'g'),
      '9': file('SAME.txt', 'h'),
    });
    const chosen = [...folderOf('1'), { type: 'file' as const, id: '8' }, { type: 'file' as const, id: '9' }];
    const { entries } = await gatherEntries(api, chosen);
    expect(entries.map(({ path }) => path)).toEqual([
      '_/.._.._etc_passwd',
      '_/a_b',
      '_/A_B (2)',
      '_/.._.._run.exe',
      '_/_con.txt',
      '_/C__',
      'same.txt',
      'SAME (2).txt',
    ]);
  });

  it('gives 10,000 items of one name a name each at once, which a disk can hold', async () => {
    const name = `${'ä'.repeat(120)}.txt`;
    const api = {
      call: async (_operation: never, { params }: LooseCall) => ({
        status: 200,
        body: { id: params['file_id'], ...file(name, '') },
      }),
    } as unknown as ApiClient;
    const chosen = Array.from({ length: 10_000 }, (_, index) => ({ type: 'file' as const, id: String(index + 1) }));
    const { entries } = await gatherEntries(api, chosen);
    const paths = new Set(entries.map(({ path }) => path));
    expect(paths.size).toBe(10_000);
    expect(Math.max(...[...paths].map((path) => Buffer.byteLength(path)))).toBeLessThanOrEqual(255);
  });

  it('leaves out and counts what may not be downloaded, and is refused when nothing else is in it', async () => {
    const lock = { is_download_prevented: true };
    const api = serviceOf({
      '1': folder('Shared', '2', '3', '4', '5'),
      '2': file('free.txt', 'a'),
      '3': file('secret.txt', 'b', { permissions: { can_download: false } }),
      // A service says so in the permissions too, or leaves it to the lock.
      '4': file('locked.txt', 'c', { lock, permissions: { can_download: false } }),
      '5': folder('Below', '4', '7'),
      '6': folder('Closed', '3', '4'),
      '7': file('bolted.txt', 'c', { lock }),
    });
    const { entries, leftOut, refusal } = await gatherEntries(api, folderOf('1'));
    expect(entries.map(({ path }) => path)).toEqual(['Shared/free.txt', 'Shared/Below']);
    expect([leftOut, refusal]).toEqual([4, null]);
    expect((await gatherEntries(api, folderOf('6'))).refusal?.error.message).toEqual({
      code: 'archive_not_permitted',
      args: { name: 'secret.txt' },
    });
    await expect(gatherEntries(api, [{ type: 'file', id: '4' }])).rejects.toThrow('"locked.txt" is locked.');
  });

  it('rejects when a folder of it cannot be read', async () => {
    const api = serviceOf({ '2': file('free.txt', 'a'), '4': folder('Broken', '2', '99') });
    await expect(gatherEntries(api, folderOf('4'))).rejects.toThrow('Half of it.');
    await expect(gatherEntries(api, folderOf('98'))).rejects.toThrow('Not there.');
  });

  it('is refused with more entries than the format counts', async () => {
    const children = Array.from({ length: 65_536 }, (_, index) => ({ ...file(`${index}`, ''), id: String(index + 2) }));
    const of = (entries: readonly object[]) =>
      ({
        call: async ({ name }: { name: string }) =>
          name === 'getFolder'
            ? { status: 200, body: { id: '1', ...folder('Many') } }
            : { status: 200, body: { entries, limit: 1000, next_marker: '' } },
      }) as unknown as ApiClient;
    expect((await gatherEntries(of(children), folderOf('1'))).refusal?.error.code).toBe('too_many');
    expect((await gatherEntries(of(children.slice(1)), folderOf('1'))).refusal).toBeNull();
  });

  it.each([
    ['one folder', 1, 400],
    ['many folders', 400, 1],
  ])('is refused once that many entries are known, and reads no further: %s', async (_what, folders, pages) => {
    let requests = 0;
    const inFolder = (id: string, at: number): object[] =>
      id === '1' && folders > 1
        ? Array.from({ length: folders }, (_, index) => ({ ...folder(`d${index}`), id: String(index + 2) }))
        : Array.from({ length: 1_000 }, (_, index) => ({ ...file(`${at}-${index}`, ''), id: `${at * 1_000 + index}` }));
    const api = {
      call: async ({ name }: { name: string }, { params, query }: LooseCall, { signal }: { signal: AbortSignal }) => {
        signal.throwIfAborted();
        requests += 1;
        const id = String(params['folder_id']);
        if (name === 'getFolder') return { status: 200, body: { id, ...folder('Many') } };
        const at = Number(query?.['marker'] ?? 0);
        return { status: 200, body: { entries: inFolder(id, at), next_marker: at + 1 < pages ? String(at + 1) : '' } };
      },
    } as unknown as ApiClient;
    expect((await gatherEntries(api, folderOf('1'))).refusal?.error.code).toBe('too_many');
    expect(requests).toBeLessThan(80);
  });

  it('is refused at the first bad bookmark, and reads no further', async () => {
    const items = {
      '1': folder('Desk', '2', '3'),
      '2': { type: 'web_link' as const, name: 'Home', url: 'no address' },
    };
    const api = serviceOf({ ...items, '3': folder('Below', '4'), '4': folder('Deeper') });
    const opened: unknown[] = [];
    const watched = {
      call: (operation: never, request: LooseCall, options: { signal: AbortSignal }) => {
        options.signal.throwIfAborted();
        opened.push(request.params['folder_id']);
        return api.call(operation, request as never, options);
      },
    } as unknown as ApiClient;
    expect((await gatherEntries(watched, folderOf('1'))).refusal?.error.code).toBe('bad_request');
    expect(opened).not.toContain('4');
  });

  it('counts a file that may not be downloaded as none, and a folder by what is in it', async () => {
    const denied = { permissions: { can_download: false } };
    const children = Array.from({ length: 65_535 }, (_, at) => ({ ...file(`${at}`, ''), id: String(at + 3) }));
    const inFolder: Record<string, object[]> = {
      '1': [
        { id: '2', ...folder('Inner') },
        { id: '99998', ...file('secret', '', denied) },
      ],
      '2': [...children, { id: '99999', ...file('also secret', '', denied) }],
    };
    const api = {
      call: async ({ name }: { name: string }, { params }: LooseCall) =>
        name === 'getFolder'
          ? { status: 200, body: { id: '1', ...folder('Outer') } }
          : { status: 200, body: { entries: inFolder[String(params['folder_id'])], limit: 1000, next_marker: '' } },
    } as unknown as ApiClient;
    const { entries, leftOut, refusal } = await gatherEntries(api, folderOf('1'));
    expect([entries.length, leftOut, refusal]).toEqual([65_535, 2, null]);
  });

  it('through a shared link opens everything by it', async () => {
    const items = { '1': folder('Linked', '2'), '2': file('a.txt', 'a') };
    const api = serviceOf(items);
    const opened: unknown[] = [];
    const watched = {
      call: (operation: { name: string }, request: { headers?: object }, options: never) => {
        opened.push({ ...request.headers });
        return api.call(operation as never, request as never, options);
      },
    } as unknown as ApiClient;
    const link = { svcapi: 'shared_link=https://files.example.org/s/1' };
    const { entries } = await gatherEntries(watched, folderOf('1'), link);
    await zipOf(watched, { name: 'Linked.zip', entries, link });
    expect(opened).toHaveLength(3);
    for (const headers of opened) expect(headers).toMatchObject(link);
  });

  it('fails, rather than end as a shorter archive, when a file was changed or deleted', async () => {
    const items: Record<string, Stored> = {
      '1': folder('Desk', '2', '3'),
      '2': file('a.txt', 'a'),
      '3': file('b.txt', 'bb'),
    };
    const api = serviceOf(items);
    const archive = { name: 'Desk.zip', entries: (await gatherEntries(api, folderOf('1'))).entries, link: {} };
    items['3'] = file('b.txt', 'longer now');
    await expect(zipOf(api, archive)).rejects.toThrow('"Desk/b.txt" was changed');
    delete items['3'];
    await expect(zipOf(api, archive)).rejects.toThrow('Not there.');
  });

  it('requests a file when its turn comes, and stops with its reader', async () => {
    const items: Record<string, Stored> = {
      '1': folder('Desk', '2', '3'),
      '2': file('a.txt', 'a'.repeat(500)),
      '3': file('b.txt', 'b'),
    };
    const api = serviceOf(items);
    const archive = { name: 'Desk.zip', entries: (await gatherEntries(api, folderOf('1'))).entries, link: {} };
    const asked: AbortSignal[] = [];
    const watched = {
      call: (operation: never, request: never, options: { signal: AbortSignal }) => {
        asked.push(options.signal);
        return api.call(operation, request, options);
      },
    } as unknown as ApiClient;
    let read = 0;
    for await (const chunk of zipBytes(watched, archive, never)) {
      read += chunk.length;
      if (read > 45) break;
    }
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

it('an archive opens once, and the oldest unfetched one is dropped', () => {
  let last = 0;
  const archives = keptArchives(() => String((last += 1)));
  const ids = Array.from({ length: 6 }, (_, index) => archives.keep({ name: `${index}.zip`, entries: [], link: {} }));
  expect(archives.take(ids[0] ?? '')).toBeNull();
  expect(archives.take(ids[5] ?? '')?.name).toBe('5.zip');
  expect(archives.take(ids[5] ?? '')).toBeNull();
});
