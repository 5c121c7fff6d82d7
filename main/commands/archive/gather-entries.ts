import PQueue from 'p-queue';
import { getFile } from '../../../contract/operations/items/files.ts';
import { getFolder, listFolderItems } from '../../../contract/operations/items/folders.ts';
import { getWebLink } from '../../../contract/operations/items/web-links.ts';
import type { File } from '../../../contract/resources/items/file.ts';
import type { Item } from '../../../contract/resources/items/item-collection.ts';
import { limits } from '../../../contract/rules/limits.ts';
import type { CommandRequest } from '../../../preload/ipc/commands.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { readPages } from '../../api/read-pages.ts';
import { leftOutOf } from '../../api/requests/readable-form.ts';
import { type DiskNames, suggestedDiskName } from '../../engine/model/names/disk-names.ts';
import { nameKey } from '../../engine/model/names/name-key.ts';
import { openBytes } from '../content/open-bytes.ts';
import { freeName } from '../drop/free-name.ts';
import { type Refused, refusedAs } from '../results.ts';
import type { ArchiveEntry, LinkHeader } from './archive.ts';

/** `leftOut`: the files that the person may not download, and items of unknown types. `refusal`: why there is no archive of the others. */
export type Gathered = {
  readonly entries: readonly ArchiveEntry[];
  readonly leftOut: number;
  readonly refusal: Refused | null;
};

/** Entries that the format counts without an extension, which the encoder does not write for numbers. */
const MOST_ENTRIES = 65_535;

/** Longest path that the format supports, in bytes. */
const LONGEST_PATH = 65_535;
const REQUESTS_AT_ONCE = 8;
const PAGE_SIZE = 1_000;
const fields = ['type', 'id', 'name', 'size', 'content_modified_at', 'modified_at', 'url', 'permissions', 'lock'];

/** The strictest rules of all disks that the archive may be unpacked on, with room for a number at the end of a name. */
const anyDisk: DiskNames = { platform: 'windows', nameLimit: { length: 240, unit: 'utf8' } };

/**
 * Walks the complete selection down to the last file, or until something refuses the archive. Rejects with the first `ApiError`, unless it
 * concerns the download of one file of several: an archive that lacks whole folders is useless.
 */
export async function gatherEntries(
  api: ApiClient,
  chosen: CommandRequest<'archive.gather'>['items'],
  link: LinkHeader = {},
): Promise<Gathered> {
  const walk = new ArchiveWalk(api, link);
  try {
    const items = await Promise.all(chosen.map((each) => walk.item(each)));
    const entries = await walk.entries(items, '');
    const [denied] = walk.leftOut;
    const isEmpty = entries.every(({ kind }) => kind === 'empty_folder');
    if (denied?.error && isEmpty) throw denied.error;
    const refusal = denied !== undefined && isEmpty ? mayNot(denied.name) : null;
    return {
      entries,
      leftOut: walk.leftOut.length + walk.unreadable,
      refusal: refusal ?? (entries.length > MOST_ENTRIES ? tooMany : null),
    };
  } catch (error) {
    if (walk.refusal === null) throw error;
    return { entries: [], leftOut: walk.leftOut.length + walk.unreadable, refusal: walk.refusal };
  } finally {
    walk.close();
  }
}

type Chosen = CommandRequest<'archive.gather'>['items'][number];

/** Walks folders with limited concurrency. When it ends, it aborts requests still in flight. */
class ArchiveWalk {
  refusal: Refused | null = null;
  /** Files that may not be downloaded; with the error of the service if only trying showed it. */
  readonly leftOut: { readonly name: string; readonly error: ApiError | null }[] = [];
  /** Items of types that only this service has. */
  unreadable = 0;
  readonly #api: ApiClient;
  readonly #link: LinkHeader;
  readonly #requests = new PQueue({ concurrency: REQUESTS_AT_ONCE });
  readonly #over = new AbortController();
  /** The fewest entries that the archive can have, as far as it is known. */
  #leastEntries = 0;

  constructor(api: ApiClient, link: LinkHeader) {
    this.#api = api;
    this.#link = link;
  }

  close(): void {
    this.#requests.clear();
    this.#over.abort();
  }

  async item(chosen: Chosen): Promise<Item> {
    const item = await this.#requests.add(() => itemOf(this.#api, chosen, this.#link, this.#over.signal));
    this.#count(Number(isCertain(item)));
    return item;
  }

  /** `above`: the ids of the folders on the way to `items`. */
  async entries(items: readonly Item[], folder: string, above: readonly string[] = []): Promise<ArchiveEntry[]> {
    const taken = new Set<string>();
    const tried = new Map<string, number>();
    const named = items.map((item) => {
      const name = freeName(archiveName(item), (key) => taken.has(key), tried);
      taken.add(nameKey(name));
      return { item, path: folder + name };
    });
    return (await Promise.all(named.map(({ item, path }) => this.#entriesOf(item, path, above)))).flat();
  }

  async #entriesOf(item: Item, path: string, above: readonly string[]): Promise<readonly ArchiveEntry[]> {
    // A faulty service may list a folder inside itself.
    const isInItself = item.type === 'folder' && above.includes(item.id);
    if (Buffer.byteLength(path) > LONGEST_PATH || isInItself) {
      return this.#refuse(tooDeep(item.name ?? ''));
    }
    if (item.type === 'folder') {
      const below = await this.#requests.add(() => this.#itemsIn(item.id));
      const inside = await this.entries(below, `${path}/`, [...above, item.id]);
      return inside.length === 0 ? [{ kind: 'empty_folder', path }] : inside;
    }
    const changed = changedAt(item);
    if (item.type === 'web_link') {
      const address = bookmarkAddress(item.url ?? '');
      if (address === null) return this.#refuse(noBookmark(item.name ?? ''));
      return [{ kind: 'bookmark', path, text: `[InternetShortcut]\r\nURL=${address}\r\n`, changed }];
    }
    if (!(await this.#mayDownload(item))) return [];
    return [{ kind: 'file', path, fileId: item.id, sizeBytes: item.size ?? 0, changed }];
  }

  /** The folder counted as one entry before. Its own items replace that one. */
  #itemsIn(folderId: string): Promise<readonly Item[]> {
    let counted = 0;
    return readPages<Item>({
      what: `folder ${folderId}`,
      maxEntries: limits.listedEntries,
      read: async (at) => {
        const query = { fields, limit: PAGE_SIZE, usemarker: true, ...(at !== null && { marker: at }) };
        const request = { params: { folder_id: folderId }, query, headers: this.#link };
        const { body } = await this.#api.call(listFolderItems, request, { signal: this.#over.signal });
        this.unreadable += leftOutOf(body);
        const certain = body.entries.filter(isCertain).length;
        this.#count(Math.max(1, counted + certain) - Math.max(1, counted));
        counted += certain;
        return { entries: body.entries, next: 'next_marker' in body ? body.next_marker || null : null };
      },
    });
  }

  #count(more: number): void {
    this.#leastEntries += more;
    if (this.#leastEntries > MOST_ENTRIES) this.#refuse(tooMany);
  }

  /** Ends the walk at once: nothing that it could still find makes an archive. */
  #refuse(refusal: Refused): never {
    this.refusal ??= refusal;
    this.close();
    throw this.#over.signal.reason;
  }

  async #mayDownload(item: File): Promise<boolean> {
    const name = item.name ?? '';
    if (item.lock?.is_download_prevented !== true) {
      if (item.permissions?.can_download !== false) return true;
      this.leftOut.push({ name, error: null });
      return false;
    }
    try {
      await this.#requests.add(() => this.#tryDownload(item));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      this.leftOut.push({ name, error });
      return false;
    }
  }

  /** A lock may block downloads for everyone but its owner, and only the refusal says so. Requests one byte to find out. */
  async #tryDownload({ id, size = 0 }: File): Promise<void> {
    const range = size === 0 ? null : 'bytes=0-0';
    const { body } = await openBytes(
      this.#api,
      { fileId: id, version: null, range, ifRange: null },
      this.#link,
      this.#over.signal,
    );
    for await (const _byte of body);
  }
}

/** True if it becomes one entry or more. A file that the person may not download becomes none, an empty folder one. */
const isCertain = (item: Item): boolean =>
  item.type !== 'file' || (item.permissions?.can_download !== false && item.lock?.is_download_prevented !== true);

const mayNot = (name: string): Refused =>
  refusedAs('access_denied_insufficient_permissions', { code: 'archive_not_permitted', args: { name } });

const tooMany = refusedAs('too_many', { code: 'archive_too_many', args: {} });

const tooDeep = (name: string): Refused => refusedAs('too_deep', { code: 'archive_too_deep', args: { name } });

const noBookmark = (name: string): Refused =>
  refusedAs('bad_request', { code: 'archive_bookmark_bad', args: { name } });

/** Returns the URL on one line if a desktop may open it; null for anything else a service may send. */
function bookmarkAddress(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

async function itemOf(api: ApiClient, { type, id }: Chosen, headers: LinkHeader, signal: AbortSignal): Promise<Item> {
  const query = { fields };
  const answer =
    type === 'file'
      ? await api.call(getFile, { params: { file_id: id }, query, headers }, { signal })
      : type === 'folder'
        ? await api.call(getFolder, { params: { folder_id: id }, query, headers }, { signal })
        : await api.call(getWebLink, { params: { web_link_id: id }, query, headers }, { signal });
  if (answer.status === 304) {
    // 304 is invalid: the request was unconditional.
    throw new ApiError({
      status: null,
      code: 'bad_answer',
      message: `The service says that ${type} ${id} has not changed, which was not asked.`,
    });
  }
  return answer.body;
}

/** A bookmark becomes a file that any desktop can open. */
function archiveName({ type, name = '' }: Item): string {
  return suggestedDiskName(type === 'web_link' ? `${name}.url` : name, anyDisk);
}

/** The ZIP format cannot store a time before 1980, and a few items have no time. */
function changedAt(item: Item): Date {
  const told = (item.type === 'file' ? item.content_modified_at : null) ?? item.modified_at;
  return new Date(Math.max(Date.UTC(1980, 0, 2), told === null || told === undefined ? 0 : Date.parse(told)));
}
