import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { TreeItem } from '../../../ports/metadata/items/item-trees.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type Keeper, type KeptVersion, keepingsOf } from '../../kernel/keeping/kept-until.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';

/** A transaction, and the service that knows which time has surely come. */
export interface Moment {
  readonly tx: MetadataReads;
  readonly service: Pick<Service, 'trust'>;
}

/**
 * The reason against permanently deleting any of these versions now; null for none. Ask in the transaction that deletes them, so
 * that a new hold or retention comes entirely before or after it.
 */
export async function deletionBlocker(moment: Moment, versions: readonly KeptVersion[]): Promise<Keeper | null> {
  const keepers = new Set((await keptAmong(moment, versions)).values());
  return keepers.has('legal_hold') ? 'legal_hold' : keepers.has('retention') ? 'retention' : null;
}

/** The files of these versions that must not be deleted now, each with a reason. */
export async function keptAmong(
  { tx, service }: Moment,
  versions: readonly KeptVersion[],
): Promise<ReadonlyMap<string, Keeper>> {
  const now = service.trust.surelyNow();
  const kept = new Map<string, Keeper>();
  for (const { fileId, by, until } of await keepingsOf(tx, versions)) {
    if (until > now && kept.get(fileId) !== 'legal_hold') kept.set(fileId, by);
  }
  return kept;
}

/** Items, and folders, per query, so that no query takes long in a large tree and none of it is ever all in memory. */
const batch = 500;
const foldersAtOnce = 100;

/** Trees of up to this many items are searched for what has to stay. */
const fewItems = 500;

/** For larger ones, up to this many holds and as many retentions of the service are followed to their trees instead. */
const mostReferences = 5_000;

/** The same for all versions of an item and of everything below it, regardless of size. */
export async function deletionBlockerBelow(
  moment: Moment,
  { id, kind }: Pick<ItemRecord, 'id' | 'kind'>,
): Promise<Keeper | null> {
  if (kind === 'file') return blockerOfFiles(moment, [id]);
  if (kind !== 'folder') return null;
  const { trees } = moment.tx;
  const isSmall = (await trees.measure(id, fewItems + 1)).items <= fewItems;
  const governed = isSmall ? null : await trees.governedBelow([id], mostReferences);
  return governed === null ? searchTree(moment, id) : blockerOfFiles(moment, governed.get(id) ?? []);
}

async function searchTree(moment: Moment, folderId: string): Promise<Keeper | null> {
  const folders = [folderId];
  for (let last: TreeItem | null = null; last !== null || folders.length > 0; ) {
    const some: readonly string[] = last ? [last.folderId] : folders.splice(-foldersAtOnce);
    const items: readonly TreeItem[] = await moment.tx.trees.listIn(some, last?.id ?? '0', batch);
    const keeper = await blockerOfFiles(moment, idsOf(items, 'file'));
    if (keeper !== null) return keeper;
    folders.push(...idsOf(items, 'folder'));
    // A full page ends within a folder, whose rest comes next. The folders behind it are still to come.
    const end: TreeItem | null = items.length < batch ? null : (items.at(-1) ?? null);
    if (end !== null) folders.push(...some.filter((folderId) => Number(folderId) > Number(end.folderId)));
    last = end;
  }
  return null;
}

const idsOf = (items: readonly TreeItem[], wanted: ItemRecord['kind']): readonly string[] =>
  items.filter(({ kind }) => kind === wanted).map(({ id }) => id);

async function blockerOfFiles(moment: Moment, fileIds: readonly string[]): Promise<Keeper | null> {
  if (fileIds.length === 0) return null;
  return deletionBlocker(moment, await moment.tx.trees.governedVersions(fileIds));
}

/** @throws Refusal `forbidden_by_policy` if something prevents the deletion. */
export function refuseKept(keeper: Keeper | null): void {
  if (keeper !== null) throw new Refusal('forbidden_by_policy', reasons[keeper]);
}

const reasons: Readonly<Record<Keeper, readonly Sentence[]>> = {
  legal_hold: say`It is on legal hold and cannot be permanently deleted. It can stay in the trash until the hold is released.`,
  retention: say`A retention policy prevents its permanent deletion until the retention expires. It can stay in the trash.`,
};
