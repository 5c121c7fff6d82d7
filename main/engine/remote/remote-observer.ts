import type { RemoteEntry } from '../model/entry.ts';
import type { ItemId, StreamPosition } from '../model/ids.ts';
import { nameKey } from '../model/name-key.ts';
import type { Clock } from '../ports/clock.ts';
import { type ChangesPage, type Remote, type RemoteChange, RemoteError } from '../ports/remote.ts';
import type { RootStore } from '../store/root-store.ts';
import { assertEnds } from './endless-stream.ts';
import { type ListedFolder, listTree } from './list-tree.ts';
import { applyChange, applyListing, type GoneUnseen, isInside, type Observed, removeUnseen } from './observation.ts';
import { inOrderOfEach } from './order-of-each.ts';
import { isBefore } from './shared-stream.ts';
import { answeredOf, dropAnswer, isContradicted, lastTold, noteWitness, type Witness, witnessOf } from './witness.ts';

/**
 * Keeps the remote tree of one root as the service last told it (sync-engine.md 6): a complete listing first, then the stream of
 * events. It only observes: it writes its own tree, and what it writes is marked to be planned.
 */
export interface RemoteObserver {
  /**
   * Brings the tree up to date: lists when there is no position yet or the service has lost it, then reads the stream to its end.
   * Nothing may be planned for a root before the first call has resolved. When nothing happened it writes
   * nothing and costs one request, and a second one about the item that was told of last, unless the service has held a request of
   * ours ever since, and not for long. Rejects with `RemoteError`; what was applied by then stands, and the next call goes on from there.
   */
  catchUp(signal?: AbortSignal): Promise<CaughtUp>;
  /** Resolves when something may be new, or after a while. Rejects with `RemoteError` when the service is not reached. */
  waitForChange(signal: AbortSignal): Promise<void>;
}

export type CaughtUp = {
  /** Changes inside the root that were news. */
  readonly changes: number;
  readonly listed: boolean;
  /** The pending invitations of the account are to be asked for. */
  readonly invitations: boolean;
  /** The root's folder is in the trash or not visible any more: the root pauses, nothing is deleted. */
  readonly rootGone: boolean;
  /** The service shows older states than before: it was restored from a copy (edge case 95). */
  readonly rolledBack: boolean;
};

export type RemoteObserverParts = {
  readonly remote: Remote;
  readonly root: RootStore;
  /** Lets others have their turn while much is written; without it nobody else is there. */
  readonly clock?: Pick<Clock, 'sleep' | 'nowMs'>;
};

/** What was passed over as outside, in case it turns out to be inside (edge case 91): so many of a kind, the oldest is dropped. */
const STRANGERS_KEPT = 10_000;

/** Listed items that are written in one transaction: some tens of milliseconds, then others have their turn (E120). */
const PORTION = 500;

/** What is new is read so soon after a held request, or may be of another time: it was asked for late, not kept up, or tried again. */
const PROMPT_MS = 2_000;

/** A wait that took longer may have been slept through: the end of it is heard at waking, and what was held by then nobody knows. */
const LONGEST_TRUSTED_MS = 30_000;

/** Listings that one call makes at most after the first. */
const MOST_LISTINGS = 2;

export function createRemoteObserver({ remote, root, clock }: RemoteObserverParts): RemoteObserver {
  const strangers = new Set<ItemId>();
  const session: Session = {
    remote,
    root,
    strangers,
    goneUnseen: new Map(),
    compared: { isDue: false, told: null },
    ...(clock !== undefined && { clock }),
  };
  const nowMs = (): number => clock?.nowMs() ?? 0;
  /** What it told last fits what is known, as far as that can be asked. */
  let isCompared = false;
  /** And it held a request of ours until then: it cannot have been set back before. */
  let heldUntilMs: number | null = null;
  return {
    async catchUp(signal) {
      const tally = { changes: 0, listed: false, invitations: false, rootGone: false, rolledBack: false };
      const trustedMs = heldUntilMs === null ? null : heldUntilMs + PROMPT_MS;
      heldUntilMs = null;
      isCompared = false;
      const witness = witnessOf(root);
      session.compared.isDue = witness !== null;
      await readAll(session, tally, signal);
      const isKnownWell = trustedMs !== null && nowMs() < trustedMs;
      // What was answered for and has not been told of to the end of the stream may be forgotten since the wait ended, however soon that is.
      const answered = answeredOf(root);
      for (const one of isKnownWell ? [answered] : [witness, answered]) {
        if (one === null || !isSettled(tally)) continue;
        const readOn = () => readAll(session, tally, signal);
        const isOlder = await isContradicted(one, { remote, root, readOn, signal });
        tally.rolledBack ||= isOlder && !tally.rootGone;
      }
      isCompared = !tally.rolledBack && !tally.rootGone;
      if (isCompared) takeWitness(session, answered);
      return tally;
    },
    async waitForChange(signal) {
      const position = root.cursor();
      if (position === null) return;
      heldUntilMs = null;
      const beganMs = nowMs();
      await remote.waitForChange(position, signal);
      if (isCompared && nowMs() - beganMs < LONGEST_TRUSTED_MS) heldUntilMs = nowMs();
    },
  };
}

/** What came was of the service that is known: the item that it told of last is the witness from now on. */
function takeWitness({ root, compared }: Session, answered: Witness | null): void {
  if (compared.told !== null) noteWitness(root, compared.told);
  compared.isDue = false;
  compared.told = null;
  // What was answered for meanwhile is still to be told of.
  if (answeredOf(root)?.id === answered?.id) dropAnswer(root);
}

const isSettled = ({ listed, rootGone, rolledBack }: Tally): boolean => !listed && !rootGone && !rolledBack;

async function readAll(session: Session, tally: Tally, signal: AbortSignal | undefined): Promise<void> {
  const position = session.root.cursor();
  const followed = position === null ? 'relist' : await follow(session, position, tally, signal);
  tally.rolledBack ||= followed === 'unknown';
  if (followed === 'to_the_end') return;
  for (let listings = 0; !tally.rootGone && !tally.listed && !tally.rolledBack; listings++) {
    if (listings > MOST_LISTINGS)
      throw new RemoteError('unavailable', 'The tree changes faster than it can be listed.');
    await list(session, tally, { signal, isRefused: followed === 'refused' });
  }
}

type Session = RemoteObserverParts & {
  /** Parents of items. */
  readonly strangers: Set<ItemId>;
  readonly goneUnseen: GoneUnseen;
  /** While the witness is not asked yet, what is told does not take its place: no answer might come, and none would be left. */
  readonly compared: { isDue: boolean; told: Witness | null };
};
type Tally = { -readonly [Name in keyof CaughtUp]: CaughtUp[Name] };

/**
 * A full listing, merged as an observation. The position is taken before it, and what happened meanwhile is applied before any
 * absence counts, so that an item that moved under the listing is not taken for a deleted one (edge cases 89, 92 and 94). `isRefused`:
 * the service does not know the position that is known here.
 */
async function list(
  session: Session,
  tally: Tally,
  { signal, isRefused }: { readonly signal: AbortSignal | undefined; readonly isRefused: boolean },
): Promise<void> {
  const { remote, root } = session;
  const known = root.cursor();
  let position = await remote.currentPosition(signal);
  // The stream ends before where we have been, or where we have been and it does not know that it was there: the service was set back.
  // What is known is not to be compared with it.
  tally.rolledBack ||= known !== null && (isBefore(position, known) || (isRefused && position === known));
  if (tally.rolledBack) return;
  // Until the listing is complete there is no position: a crash in between means listing again.
  root.setCursor(null);
  const since = root.tick();
  const listed = async (folder: ListedFolder) => {
    for (let at = 0; at < folder.entries.length; at += PORTION) {
      if (at > 0) await session.clock?.sleep(0);
      const portion = { ...folder, entries: folder.entries.slice(at, at + PORTION) };
      if (root.transaction(() => applyListing(root, portion)) === 'older') tally.rolledBack = true;
    }
  };
  await lookAtTop(session, signal);
  const isThere = await listTree({ remote, top: root.rootItemId, tick: () => root.tick(), listed, signal });
  tally.rootGone ||= !isThere;
  // No absence counts, and nothing is planned on it.
  if (tally.rolledBack) return;
  for (let pages = 0; !tally.rootGone; pages += 1) {
    assertEnds(pages);
    const page = await remote.changes(position, signal);
    if (!page.ok) return;
    const isEnd = page.isEnd === true || page.position === position;
    position = page.position;
    if (!(await applyPage(session, page, tally, { signal, since }))) return;
    if (!isEnd) continue;
    const end = position;
    root.transaction(() => {
      removeUnseen(root, since, root.tick());
      root.setCursor(end);
    });
    tally.listed = true;
    return;
  }
}

/**
 * What may be done in the root is said of its folder alone, and no listing shows that one (SPEC P74). Asked for while something may
 * not be done: what may not be done any more, a refusal tells.
 */
async function lookAtTop({ remote, root }: Session, signal: AbortSignal | undefined): Promise<void> {
  const row = root.remote(root.rootItemId);
  if (row === undefined || (row.canUpload && row.canRename && row.canDelete && row.canDownload)) return;
  const takenAt = root.tick();
  const top = await remote.item(root.rootItemId, 'folder', signal);
  if (top === null) return;
  const { canUpload, canRename, canDelete, canDownload } = top;
  root.putRemote({ ...row, canUpload, canRename, canDelete, canDownload }, takenAt);
}

/**
 * `relist`, `refused`: the tree has to be listed, or by `tally.rootGone` there is nothing to follow. `unknown`: the service says that it
 * never was where we have been.
 */
type Followed = 'to_the_end' | 'relist' | 'refused' | 'unknown';

/** Reads the stream to its end. */
async function follow(
  session: Session,
  from: StreamPosition,
  tally: Tally,
  signal: AbortSignal | undefined,
): Promise<Followed> {
  let position = from;
  for (let pages = 0; ; pages += 1) {
    assertEnds(pages);
    const page = await session.remote.changes(position, signal);
    if (!page.ok) return page.reason === 'position_unknown' ? 'unknown' : 'refused';
    if (page.position === position && page.changes.length === 0) return 'to_the_end';
    if (!(await applyPage(session, page, tally, { signal, position: page.position }))) return 'relist';
    if (page.isEnd === true || page.position === position) return 'to_the_end';
    position = page.position;
  }
}

type Page = Extract<ChangesPage, { ok: true }>;

/** `since`: it follows a listing that began then. */
type PageTarget = {
  readonly signal: AbortSignal | undefined;
  readonly position?: StreamPosition;
  readonly since?: number | undefined;
};

/**
 * Applies a page and, when given, its position in one transaction: never one without the other. False: the page cannot be taken in
 * as it is; the position stays before it.
 */
async function applyPage(
  session: Session,
  given: Page,
  tally: Tally,
  { signal, position, since }: PageTarget,
): Promise<boolean> {
  const { root, goneUnseen } = session;
  const page = { ...given, changes: inOrderOfEach(given.changes) };
  const takenAt = root.tick();
  const contents = await listArrivals(session, page.changes, { signal, since });
  tally.invitations ||= page.invitations;
  const seen = asAWhole(root, () => {
    const observed = new Set<Observed>();
    const taking = namesTaken(root, page.changes);
    for (const change of page.changes) {
      const result = applyChange(root, change, takenAt, goneUnseen);
      observed.add(result);
      if (result === 'applied') tally.changes += 1;
      if (result === 'outside') remember(session.strangers, change.entry.parentId);
      for (const folder of contents.get(change) ?? [])
        if (root.remote(folder.folder)) observed.add(applyListing(root, folder));
    }
    if (observed.has('older')) throw new Unfit('older');
    // While everything is listed, what is gone stands beside what took its name.
    if (position !== undefined && taking.some((id) => sharesName(root, id))) throw new Unfit('relist');
    const answered = answeredOf(root);
    if (page.changes.some(({ entry }) => entry.id === answered?.id)) dropAnswer(root);
    const told = lastTold(root, page);
    if (told !== null && session.compared.isDue) session.compared.told = told;
    else if (told !== null) noteWitness(root, told);
    const isUnsettled = UNSETTLED.some((one) => observed.has(one)) || page.isAccessChanged === true;
    if (position !== undefined && !isUnsettled) root.setCursor(position);
    return observed;
  });
  for (const oldest of goneUnseen.keys()) {
    if (goneUnseen.size <= STRANGERS_KEPT) break;
    goneUnseen.delete(oldest);
  }
  tally.rolledBack ||= seen.has('older');
  if (tally.rolledBack || seen.has('relist')) return false;
  // Whoever joined or left a group sees other items than before, and no event names them.
  if (page.isAccessChanged === true && position !== undefined) return false;
  if (!seen.has('root_in_doubt') && !seen.has('root_lost')) return true;
  tally.rootGone = !(await session.remote.item(root.rootItemId, 'folder', signal));
  // Without a position the next call lists, and finds out whether the root has come back.
  if (tally.rootGone && position !== undefined) root.setCursor(null);
  // It has come back already, and no event names what others did in it meanwhile.
  if (tally.rootGone || seen.has('root_lost')) return false;
  if (position !== undefined) root.setCursor(position);
  return true;
}

/** After these, the position stays before the page until it is known what there is. */
const UNSETTLED: readonly Observed[] = ['relist', 'root_in_doubt', 'root_lost'];

/** A page that does not fit what is known. Nothing of it is written: two items would have one name, or one number two items (I9). */
class Unfit extends Error {
  readonly why: Observed;
  constructor(why: Observed) {
    super();
    this.why = why;
  }
}

function asAWhole(root: RootStore, work: () => ReadonlySet<Observed>): ReadonlySet<Observed> {
  try {
    return root.transaction(work);
  } catch (error) {
    if (error instanceof Unfit) return new Set([error.why]);
    throw error;
  }
}

/** The items that these changes bring under a name that they did not have. */
function namesTaken(root: RootStore, changes: readonly RemoteChange[]): readonly ItemId[] {
  const isNew = ({ id, parentId, name }: RemoteEntry): boolean => {
    const row = root.remote(id);
    return row === undefined || row.parentId !== parentId || row.name !== name;
  };
  return changes.filter(({ kind, entry }) => kind === 'changed' && isNew(entry)).map(({ entry }) => entry.id);
}

/** The service holds one item of a name: the other one has left it, and no event said so. Only a listing tells. */
function sharesName(root: RootStore, id: ItemId): boolean {
  const row = root.remote(id);
  if (row === undefined || row.parentId === null) return false;
  return root.remoteByKey(row.parentId, nameKey(row.name)).length > 1;
}

/**
 * What lies in folders that came in with things below them, listed before anything of the page is written. A folder that was in the
 * tree already brings its own, but not while a listing that was not there yet is merged, nor out of a folder that leaves in the same
 * page; one that others were missed under is listed as well.
 */
async function listArrivals(
  { remote, root, strangers }: Session,
  changes: readonly RemoteChange[],
  { signal, since = 0 }: PageTarget,
): Promise<ReadonlyMap<RemoteChange, readonly ListedFolder[]>> {
  const arriving = new Set<ItemId>();
  const passedOver = new Set<ItemId | null>(strangers);
  const leaving = new Set<ItemId>();
  const broughtTo = new Map<ItemId, ItemId | null>();
  const listings = new Map<RemoteChange, readonly ListedFolder[]>();
  for (const change of changes) {
    const { entry } = change;
    const willBeInside = isInside(root, entry) || (entry.parentId !== null && arriving.has(entry.parentId));
    // By the time it comes back, its contents will have left the tree together with it.
    if (change.kind === 'removed' || !willBeInside || leavesWith(root, entry.id, { leaving, broughtTo }))
      leaving.add(entry.id);
    if (change.kind !== 'changed') continue;
    if (!willBeInside) passedOver.add(entry.parentId);
    if (!willBeInside || entry.kind !== 'folder') continue;
    arriving.add(entry.id);
    broughtTo.set(entry.id, entry.parentId);
    const isKnown = root.remote(entry.id) !== undefined;
    // The listing has not come by it: what is in it would go with what the listing did not show.
    const isUnseen = isKnown && root.remoteTakenAt(entry.id) < since;
    const isNew = !isKnown || leaving.has(entry.id) || change.isCurrent === true;
    if (!isUnseen && !(isNew && (change.contents || passedOver.has(entry.id)))) continue;
    const folders: ListedFolder[] = [];
    const listed = (folder: ListedFolder) => {
      folders.push(folder);
      for (const item of folder.entries) if (item.kind === 'folder') arriving.add(item.id);
    };
    await listTree({ remote, top: entry.id, tick: () => root.tick(), listed, signal });
    strangers.delete(entry.id);
    listings.set(change, folders);
  }
  return listings;
}

type Leaving = { readonly leaving: ReadonlySet<ItemId>; readonly broughtTo: ReadonlyMap<ItemId, ItemId | null> };

/**
 * Is it below what leaves, where it was or where the page brought it since? What is listed when that comes back does not show it any
 * more when it lies elsewhere by then.
 */
function leavesWith(root: RootStore, id: ItemId, { leaving, broughtTo }: Leaving): boolean {
  if (leaving.size === 0) return false;
  const above = new Set([id]);
  for (const at of above) {
    if (leaving.has(at)) return true;
    for (const parent of [root.remote(at)?.parentId, broughtTo.get(at)]) if (parent) above.add(parent);
  }
  return false;
}

function remember(strangers: Set<ItemId>, parent: ItemId | null): void {
  if (parent === null) return;
  strangers.delete(parent);
  strangers.add(parent);
  const [oldest] = strangers;
  if (strangers.size > STRANGERS_KEPT && oldest !== undefined) strangers.delete(oldest);
}
