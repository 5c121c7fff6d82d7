import type { AncestorRecord, ItemKind, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { keepingsOf } from '../../kernel/keeping/kept-until.ts';
import type { Service } from '../../service.ts';

/**
 * When the trash is expected to be purged, by the id of the version, or of the item that was trashed itself, in milliseconds since the epoch;
 * null while something keeps it that has no known end.
 */
export type ExpectedPurges = ReadonlyMap<string, number | null>;

export const noPurges: ExpectedPurges = new Map();

type Placed = Pick<ItemView, 'item' | 'ancestors'>;

interface TrashedTop {
  readonly id: string;
  readonly kind: ItemKind;
  readonly trashedAt: number;
}

const noFiles: ReadonlyMap<string, readonly string[]> = new Map();

/** Up to this many holds and as many retentions of the service are followed to the folders in the trash that contain them. */
const mostReferences = 5_000;

/** The same for events, which every device reads, and for messages of webhooks, which are written in the transaction of the change. */
export const fewReferences = 100;

/** Those of the items among these views that are in the trash; no query if none of them is. */
export async function expectedPurges(
  { settings }: Pick<Service, 'settings'>,
  reads: MetadataReads,
  views: readonly Placed[],
  most = mostReferences,
): Promise<ExpectedPurges> {
  const tops = [...new Map(views.flatMap((view) => trashedTop(view) ?? []).map((top) => [top.id, top])).values()];
  if (tops.length === 0) return noPurges;
  const filesOf = await filesReader(reads, tops, most);
  const files = tops.flatMap((top) => filesOf(top) ?? []);
  const keepings = await keepingsOf(reads, files.length === 0 ? [] : await reads.trees.governedVersions(files));
  const ends = latestBy(keepings.map(({ fileId, until }) => [fileId, until]));
  return new Map(
    tops.map((top) => {
      const endsOfFiles = filesOf(top)?.map((id) => ends.get(id) ?? 0) ?? [Number.POSITIVE_INFINITY];
      return [top.id, known(Math.max(top.trashedAt + settings.trashLifeMs, ...endsOfFiles))];
    }),
  );
}

/** The same for past versions; those that are not in the trash are missing. */
export async function expectedVersionPurges(
  { settings }: Pick<Service, 'settings'>,
  reads: MetadataReads,
  versions: readonly VersionRecord[],
): Promise<ExpectedPurges> {
  const trashed = versions.filter(({ trashedAt }) => trashedAt !== null);
  const ends = latestBy((await keepingsOf(reads, trashed)).map(({ id, until }) => [id, until]));
  return new Map(
    trashed.map(({ id, trashedAt }) => [
      id,
      known(Math.max((trashedAt ?? 0) + settings.trashLifeMs, ends.get(id) ?? 0)),
    ]),
  );
}

/** When an item is expected to be purged, by itself or with the folder in the trash that contains it; null: not, or not as far as is known. */
export function purgedAt(view: Placed, purges: ExpectedPurges): number | null {
  const top = trashedTop(view);
  return top === null ? null : (purges.get(top.id) ?? null);
}

/** The item, or the nearest folder above it, that was trashed itself. */
function trashedTop({ item, ancestors }: Placed): TrashedTop | null {
  if (isTrashedItself(item)) return item;
  const folder = ancestors.findLast(isTrashedItself);
  return folder === undefined ? null : { ...folder, kind: 'folder' };
}

function isTrashedItself<Item extends ItemRecord | AncestorRecord>(item: Item): item is Item & { trashedAt: number } {
  return item.trashedAt !== null;
}

/** The files that keep what was trashed; null: too many in the service to tell those of a folder, so its purge is not foreseen. */
async function filesReader(
  reads: MetadataReads,
  tops: readonly TrashedTop[],
  most: number,
): Promise<(top: TrashedTop) => readonly string[] | null> {
  const folders = tops.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
  const below = folders.length === 0 ? noFiles : await reads.trees.governedBelow(folders, most);
  return ({ id, kind }) => {
    if (kind === 'folder') return below === null ? null : (below.get(id) ?? []);
    return kind === 'file' ? [id] : [];
  };
}

function latestBy(ends: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const [id, end] of ends) latest.set(id, Math.max(latest.get(id) ?? 0, end));
  return latest;
}

const known = (time: number): number | null => (Number.isFinite(time) ? time : null);
