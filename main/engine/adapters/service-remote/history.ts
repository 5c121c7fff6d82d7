import { limits } from '../../../../contract/rules/limits.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { readPages } from '../../../api/read-pages.ts';
import { type ItemId, sha1, type VersionId, versionId } from '../../model/ids.ts';
import { type Remote, RemoteError } from '../../ports/remote/remote.ts';
import type {
  PromotedFile,
  RemoteHistory,
  RemoteVersion,
  Restored,
  RestoreTarget,
} from '../../ports/remote/remote-history.ts';
import type { Refusal } from '../../ports/remote/remote-refusal.ts';
import { ENTRY_FIELDS, type EntryCurrent, type EntryVersion } from './entry-form.ts';
import { getCurrentVersion, listVersions, promoteVersion, restoreFile, restoreFolder } from './entry-operations.ts';
import { isNotThere, refusalOf, remoteError } from './refusal.ts';
import { isLive, PAGE_LIMIT, remoteEntry } from './remote-entry.ts';

const query = { fields: ENTRY_FIELDS };
const CURRENT_FIELDS = ['file_version', 'name', 'sha1', 'size', 'modified_by', 'modified_at', 'item_status'];

/** The service's trash and versions as the engine's `RemoteHistory`. */
export function serviceHistory(client: ApiClient, readItem: Remote['item']): RemoteHistory {
  return {
    versions: (file, signal) => readVersions(client, file, signal),
    promote: (file, version, signal) => promote(client, readItem, { file, version }, signal),
    restore: (target, signal) => restoreItem(client, target, signal),
  };
}

type Promotion = { readonly file: PromotedFile; readonly version: VersionId };

async function promote(
  client: ApiClient,
  readItem: Remote['item'],
  { file, version }: Promotion,
  signal: AbortSignal | undefined,
): Promise<Restored> {
  const made = await makeCurrent(client, { file, version }, signal);
  if (!made.ok) return made;
  const overridden = await versionBetween(client, { file, version: made.id }, signal);
  if (overridden !== undefined) {
    const back = await makeCurrent(client, { file: { ...file, etag: null }, version: overridden }, signal);
    return back.ok ? { ok: false, reason: 'changed' } : back;
  }
  // The answer describes the version; the file's current state needs another request.
  const entry = await readItem(file.id, 'file', signal);
  return entry === null ? { ok: false, reason: 'gone' } : { ok: true, entry };
}

async function makeCurrent(
  client: ApiClient,
  { file, version }: Promotion,
  signal: AbortSignal | undefined,
): Promise<{ readonly ok: true; readonly id: VersionId } | Refusal> {
  const headers = file.etag === null ? {} : { 'if-match': file.etag };
  const body = { id: version, type: 'file_version' as const, name: file.name };
  try {
    const request = { params: { file_id: file.id }, query: {}, headers, body };
    const answer = await client.call(promoteVersion, request, { signal });
    return { ok: true, id: versionId(answer.body.id) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** The newest version that came between the one in `file` and the one just made current: a service without `If-Match` for this has overridden it. */
async function versionBetween(
  client: ApiClient,
  { file, version }: Promotion,
  signal: AbortSignal | undefined,
): Promise<VersionId | undefined> {
  const past = await readPast(client, file.id, signal).catch((error: unknown) => {
    throw remoteError(error);
  });
  const ids = past.map(({ id }) => versionId(id));
  const next = ids.indexOf(version) + 1;
  return file.versionId !== null && next < ids.indexOf(file.versionId) ? ids[next] : undefined;
}

async function restoreItem(client: ApiClient, target: RestoreTarget, signal: AbortSignal | undefined) {
  const body = { parent: { id: target.fallback }, ...(target.name !== null && { name: target.name }) };
  try {
    const answer = await (target.kind === 'file'
      ? client.call(restoreFile, { params: { file_id: target.id }, query, body }, { signal })
      : client.call(restoreFolder, { params: { folder_id: target.id }, query, body }, { signal }));
    return { ok: true as const, entry: remoteEntry(answer.body) };
  } catch (error) {
    return refusalOf(error);
  }
}

async function readVersions(
  client: ApiClient,
  file: ItemId,
  signal: AbortSignal | undefined,
): Promise<readonly RemoteVersion[] | null> {
  try {
    const now = await client.call(
      getCurrentVersion,
      { params: { file_id: file }, query: { fields: CURRENT_FIELDS } },
      { signal },
    );
    // A 304 only answers a request with If-None-Match, and this has none.
    if (now.status !== 200 || !isLive(now.body)) return null;
    const past = await readPast(client, file, signal);
    return [currentOf(now.body), ...past.filter(hasContent).map(versionOf)];
  } catch (error) {
    if (isNotThere(error)) return null;
    throw remoteError(error);
  }
}

/** The past versions that are not in the trash, newest first. */
async function readPast(
  client: ApiClient,
  file: ItemId,
  signal: AbortSignal | undefined,
): Promise<readonly EntryVersion[]> {
  const past = await readPages<EntryVersion>({
    what: `versions of file ${file}`,
    maxEntries: limits.listedEntries,
    read: async (at) => {
      const page = { limit: PAGE_LIMIT, offset: Number(at ?? 0) };
      const { body } = await client.call(listVersions, { params: { file_id: file }, query: page }, { signal });
      const read = page.offset + body.entries.length;
      return { entries: body.entries, next: read === page.offset || read >= body.total_count ? null : String(read) };
    },
  });
  return past.filter((one) => (one.trashed_at ?? null) === null);
}

function currentOf(file: EntryCurrent): RemoteVersion {
  const { name, sha1: digest, size, modified_by, modified_at } = file;
  const current = { id: file.file_version?.id ?? '', sha1: digest, size, name, modified_by, modified_at };
  if (current.id !== '' && hasContent(current)) return versionOf(current);
  throw new RemoteError('unexpected', `The service left out what the current version of file ${file.id} holds.`);
}

type WithContent = EntryVersion & { readonly sha1: string; readonly size: number };

/** A past version of unknown content can be neither compared nor brought back. */
const hasContent = (version: EntryVersion): version is WithContent =>
  version.sha1 !== undefined && version.size !== undefined;

function versionOf(version: WithContent): RemoteVersion {
  const madeAtMs = Date.parse(version.modified_at ?? version.created_at ?? '');
  return {
    id: versionId(version.id),
    content: { sha1: sha1(version.sha1), sizeBytes: version.size },
    name: version.name ?? null,
    madeAtMs: Number.isNaN(madeAtMs) ? null : madeAtMs,
    by: authorOf(version),
  };
}

function authorOf({ modified_by: user, uploader_display_name: uploader }: EntryVersion): RemoteVersion['by'] {
  if (user?.name !== undefined) return { id: user.id, name: user.name };
  return uploader === undefined ? null : { id: null, name: uploader };
}
