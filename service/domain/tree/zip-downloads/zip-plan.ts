import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { ZipItem } from '../../../ports/metadata/items/zip-downloads.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { asShown } from '../../access/shown-name.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal, refusedOr } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type ArchiveFolder, archiveFolder, type NamedItem, nameIn } from './archive-names.ts';

/** An entry of the archive; paths use `/`, are safe on every disk, and occur once. */
export type ZipEntry =
  | { readonly kind: 'file'; readonly path: string; readonly fileId: string; readonly sizeBytes: number }
  | { readonly kind: 'empty_folder'; readonly path: string; readonly folderId: string; readonly modifiedAt: number };

/** What an archive will contain, if nothing changes until it is read. */
export interface ZipPlan {
  readonly entries: readonly ZipEntry[];
  /** The requested folders that it contains. */
  readonly folderIds: readonly string[];
  readonly nameConflicts: readonly (readonly [NamedItem, NamedItem])[];
  /** Including those that are skipped. */
  readonly totalFiles: number;
  readonly skippedFiles: number;
  readonly skippedFolders: number;
}

/** A plan in the making. */
type Draft = {
  -readonly [Key in keyof ZipPlan]: ZipPlan[Key] extends readonly (infer One)[] ? One[] : ZipPlan[Key];
} & { items: number; bytes: number };

/**
 * Walks the requested items down to the last file. Whether what is below a folder may be downloaded is decided when it is read.
 * @param missing what to do about a requested item that the caller may not download.
 * @throws Refusal above the limits; of a missing item, if `missing` says so.
 */
export async function planZip(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { items, missing }: { readonly items: readonly ZipItem[]; readonly missing: 'refuse' | 'skip' },
): Promise<ZipPlan> {
  const draft: Draft = emptyDraft();
  const top = archiveFolder('');
  const chosen = new Map(items.map((item) => [`${item.kind} ${item.id}`, item]));
  requireFiles(service, chosen.size);
  for (const view of await findAll(reads, caller, [...chosen.values()], draft, missing)) {
    const { item } = asShown(view);
    if (item.kind === 'folder') {
      draft.folderIds.push(item.id);
      await addTree(service, reads, draft, item, top);
    } else {
      add(draft, top, item);
    }
    requireWithin(service, caller, draft);
  }
  return draft;
}

function emptyDraft(): Draft {
  const counts = { totalFiles: 0, skippedFiles: 0, skippedFolders: 0, items: 0, bytes: 0 };
  return { entries: [], folderIds: [], nameConflicts: [], ...counts };
}

/** Items whose rows are read together. */
const foundAtOnce = 50;

async function findAll(
  reads: MetadataReads,
  caller: Caller,
  items: readonly ZipItem[],
  draft: Draft,
  missing: 'refuse' | 'skip',
): Promise<readonly ItemView[]> {
  const views: ItemView[] = [];
  for (let start = 0; start < items.length; start += foundAtOnce) {
    const some = items.slice(start, start + foundAtOnce);
    const found = await together(some.map((item) => refusedOr(() => requireRevealed(reads, caller, 'bytes', item))));
    for (const [index, view] of found.entries()) {
      if (!(view instanceof Refusal)) views.push(view);
      else if (missing === 'refuse') throw view;
      else if (some[index]?.kind === 'folder') draft.skippedFolders += 1;
      else skipFile(draft);
    }
  }
  return views;
}

function skipFile(draft: Draft): void {
  draft.totalFiles += 1;
  draft.skippedFiles += 1;
}

/** Adds a requested folder and everything below it. */
async function addTree(
  service: Service,
  reads: MetadataReads,
  draft: Draft,
  top: ItemRecord,
  above: ArchiveFolder,
): Promise<void> {
  const { mostItems } = service.settings.zipDownloads;
  draft.items += (await reads.trees.measure(top.id, mostItems + 1)).items;
  if (draft.items > mostItems) throw tooManyItems(mostItems);
  const folders = new Map<string, { readonly item: ItemRecord; readonly folder: ArchiveFolder }>();
  const filled = new Set<string>();
  const addFolder = (item: ItemRecord, parent: ArchiveFolder) => {
    const path = add(draft, parent, item);
    if (path !== null) folders.set(item.id, { item, folder: archiveFolder(`${path}/`) });
    return path !== null;
  };
  addFolder(top, above);
  for (const item of await reads.items.descendants(top.id)) {
    const parent = folders.get(item.parentId ?? '');
    if (item.kind === 'web_link') continue;
    // The folder was left out, because its path is too long.
    if (parent === undefined && item.kind === 'folder') draft.skippedFolders += 1;
    else if (parent === undefined) skipFile(draft);
    else if (item.kind === 'folder' ? addFolder(item, parent.folder) : add(draft, parent.folder, item) !== null) {
      filled.add(parent.item.id);
    }
  }
  for (const [id, { item, folder }] of folders) {
    if (!filled.has(id))
      draft.entries.push({ kind: 'empty_folder', path: folder.path, folderId: id, modifiedAt: item.modifiedAt });
  }
}

/** Names an item in the archive and, if it is a file, adds it. Returns its path; null: the path is too long, so it is skipped. */
function add(draft: Draft, parent: ArchiveFolder, { id, kind, name, sizeBytes }: ItemRecord): string | null {
  if (kind === 'web_link') return null;
  const { named, holder } = nameIn(parent, { id, kind, name });
  const path = parent.path + named.archiveName;
  if (Buffer.byteLength(path) > limits.zipDownloadPathBytes) {
    if (kind === 'folder') draft.skippedFolders += 1;
    else skipFile(draft);
    return null;
  }
  if (holder !== null) draft.nameConflicts.push([holder, named]);
  if (kind === 'file') {
    draft.totalFiles += 1;
    draft.bytes += sizeBytes;
    draft.entries.push({ kind, path, fileId: id, sizeBytes });
  }
  return path;
}

function requireWithin(service: Service, caller: Caller, { totalFiles, bytes }: Draft): void {
  requireFiles(service, totalFiles);
  // The limit of the format: what the account may upload as one file.
  const most = Math.min(caller.user.maxUploadBytes ?? Number.POSITIVE_INFINITY, service.settings.maxFileBytes);
  if (bytes <= most) return;
  const message = say`The files have more than ${most} bytes, the limit of one ZIP download. Download fewer at a time.`;
  throw new Refusal('zip_download_pre_compressed_bytes_exceeded_limit', message);
}

function requireFiles({ settings }: Service, count: number): void {
  const { mostFiles } = settings.zipDownloads;
  if (count <= mostFiles) return;
  const message = say`There are more than ${mostFiles} files, the limit of one ZIP download. Download fewer at a time.`;
  throw new Refusal('zip_download_file_count_exceeded_limit', message);
}

function tooManyItems(most: number): Refusal {
  const message = say`There are more than ${most} items, the limit of one ZIP download. Download fewer at a time.`;
  return new Refusal('zip_download_file_count_exceeded_limit', message);
}
