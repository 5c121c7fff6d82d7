import type { BlobStore } from '../../ports/blob-store.ts';
import { contentsIdSetting, type MetadataStore, serviceIdSetting } from '../../ports/metadata-store.ts';
import { ownsContents } from '../kernel/contents/owns-contents.ts';
import { inBatches } from '../kernel/work/in-batches.ts';
import type { Service } from '../service.ts';

/*
 * A blob store belongs to one database. Without this, a service on an empty database, a wrong one or a restored copy would
 * take the contents of the right one for orphans and delete them. Both hold the same random id, and a copy of a database gets another.
 */

/** Blobs per query. */
const batch = 500;

/** The blob store holds the contents of another database. */
class ContentsOfAnother extends Error {
  readonly code = 'contents_of_another';
  constructor() {
    super(
      'The blob store holds the contents of another database. No content was changed. Check --data, --database and --blobs, or choose an empty place with --blobs. If they are the contents of this database after all, because it was restored, copied or moved, run tandem-service adopt-contents.',
    );
  }
}

/** A database and its blob store. */
export type ContentsSource = Pick<Service, 'store' | 'blobs' | 'ids'>;

/**
 * Makes an empty blob store that of the database, and one of an earlier version if the database knows contents in it.
 * @throws ContentsOfAnother, BlobStoreUnavailable
 */
export async function requireOwnContents(service: ContentsSource): Promise<void> {
  const id = await contentsIdOf(service);
  await claimContents(service.blobs, id, async (blobIds) => knowsAny(service.store, blobIds));
}

/** The id of a database in its blob store; created by the first call. */
export async function contentsIdOf(service: Pick<Service, 'store' | 'ids'>): Promise<string> {
  return lastingId(service, contentsIdSetting, service.ids.hex(16));
}

/**
 * The lasting id of a service, also in the folder of its backups: the id in its blob store at the first call, which the backups of earlier versions
 * have.
 */
export async function serviceIdOf(service: Pick<Service, 'store' | 'ids'>): Promise<string> {
  return lastingId(service, serviceIdSetting, await contentsIdOf(service));
}

async function lastingId({ store }: Pick<Service, 'store'>, name: string, first: string): Promise<string> {
  const known = await store.read(async (reads) => reads.setting(name));
  if (known !== null) return known;
  return store.transaction(async (tx) => {
    const id = (await tx.setting(name)) ?? first;
    await tx.putSetting(name, id);
    return id;
  });
}

/** The same for the database with this id. @throws ContentsOfAnother, BlobStoreUnavailable */
export async function claimContents(
  blobs: BlobStore,
  id: string,
  knowsSome: (blobIds: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const isFree = async () => (await compareContents(blobs, knowsSome)) !== 'unknown';
  if (!(await tryClaim(blobs, id, isFree))) throw new ContentsOfAnother();
}

/**
 * Makes a blob store that of this id if it names no owner and `isFree` allows it. False if the store belongs to another.
 * @throws BlobStoreUnavailable
 */
export async function tryClaim(blobs: BlobStore, id: string, isFree: () => Promise<boolean>): Promise<boolean> {
  const owner = await blobs.owner();
  if (owner === id) return true;
  if (owner !== null || !(await isFree())) return false;
  await blobs.setOwner(id);
  // Two databases that find the same empty store at the same time.
  return (await blobs.owner()) === id;
}

/** How many contents of a store a database names, and whether the store is that of the database. */
export interface ContentsCount {
  readonly named: number;
  /** Contents that the service will delete if the store is that of the database. */
  readonly unnamed: number;
  readonly isOwn: boolean;
}

/** Compares a store with a database. Changes nothing. */
export async function countContents(service: ContentsSource): Promise<ContentsCount> {
  let [named, unnamed] = [0, 0];
  for await (const listed of inBatches(service.blobs.list(), batch)) {
    const blobIds = listed.map(({ blobId }) => blobId);
    const { size } = await service.store.read(({ blobs }) => blobs.referenced(blobIds));
    named += size;
    unnamed += blobIds.length - size;
  }
  return { named, unnamed, isOwn: await ownsContents(service) };
}

/**
 * Makes a store that of the database, whichever it belonged to. Only for a person who knows how many contents that gives up. The database gets
 * a new id, so that no copy of it starts on the same contents.
 */
export async function adoptContents({ store, blobs, ids }: ContentsSource): Promise<void> {
  const id = ids.hex(16);
  await store.transaction((tx) => tx.putSetting(contentsIdSetting, id));
  await blobs.setOwner(id);
}

/** Whether a store is empty, or `knowsSome` finds a known one among its blobs. @throws BlobStoreUnavailable */
export async function compareContents(
  blobs: BlobStore,
  knowsSome: (blobIds: readonly string[]) => Promise<boolean>,
): Promise<'empty' | 'known' | 'unknown'> {
  let isEmpty = true;
  const onSkipped = () => {
    isEmpty = false;
  };
  for await (const listed of inBatches(blobs.list(onSkipped), batch)) {
    isEmpty = false;
    if (await knowsSome(listed.map(({ blobId }) => blobId))) return 'known';
  }
  return isEmpty ? 'empty' : 'unknown';
}

/** True if a row names one of the blobs, or did until a moment ago. */
export async function knowsAny(store: MetadataStore, blobIds: readonly string[]): Promise<boolean> {
  return store.read(async ({ blobs }) => {
    if ((await blobs.referenced(blobIds)).size > 0) return true;
    const released = await blobs.listReleased({ after: '', limit: batch, releasedBy: Number.MAX_SAFE_INTEGER });
    return released.some((id) => blobIds.includes(id));
  });
}
