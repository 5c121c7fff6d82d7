import type { RemoteEntry } from '../../model/entry.ts';
import type { ItemId, StreamPosition } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pace } from '../../ports/pace.ts';
import { type ChangesPage, ifVisible, type Remote, type RemoteChange, RemoteError } from '../../ports/remote/remote.ts';
import type { RootStore } from '../../store/root-store.ts';
import {
  arrivalsOn,
  askForAll,
  forgetArrivals,
  forgetListed,
  isAllDue,
  listArrivals,
  listOrKnown,
  noteAllListed,
  noteArrivals,
  writeListing,
} from './arrivals.ts';
import { assertEnds } from './endless-stream.ts';
import { type ListedFolder, listTree } from './list-tree.ts';
import { applyChange, type GoneUnseen, type Observed, removeUnseen } from './observation.ts';
import { inOrderOfEach } from './order-of-each.ts';
import { isBefore } from './shared-stream.ts';
import { shedLeaving } from './shed-leaving.ts';
import {
  answeredOf,
  confirmedBy,
  dropAnswers,
  isContradicted,
  lastReported,
  noteWitness,
  type Witness,
  witnessOf,
} from './witness.ts';

/**
 * Mirrors the service's tree of one root: a full listing first, then the event stream. It only observes: it writes its own tree and
 * marks changed items dirty.
 */
export interface RemoteObserver {
  /**
   * Updates the tree: reads the stream to its end; lists everything if there is no cursor yet, the service has lost it, or a listing is due.
   * Nothing may be planned for a root before the first call has resolved. Without news it writes nothing and costs one request, plus one for the
   * witness (the item reported last) unless the service has just held a long poll of ours. Rejects with `RemoteError`; changes applied until then
   * stay, and the next call continues from there.
   */
  catchUp(signal?: AbortSignal): Promise<CaughtUp>;
  /** Resolves when there may be news, or after a while. Rejects with `RemoteError` if the service is unreachable. */
  waitForChange(signal: AbortSignal): Promise<void>;
}

export type CaughtUp = {
  /** New changes inside the root. */
  readonly changes: number;
  readonly listed: boolean;
  /** The account's pending invitations must be fetched. */
  readonly invitations: boolean;
  /** The root's folder is in the trash or no longer visible: the root pauses, nothing is deleted. */
  readonly rootGone: boolean;
  /** The service shows older states than before: it was restored from a backup (edge case 95). */
  readonly rolledBack: boolean;
};

export type RemoteObserverParts = {
  readonly remote: Remote;
  readonly root: RootStore;
  /** Omitted: nothing is trusted for having been told recently. */
  readonly clock?: Pick<Clock, 'nowMs'>;
  /** Of large writes; omitted if there is no other work. */
  readonly pace?: Pace;
};

/** The most items remembered that were skipped as outside but may turn out to be inside (edge case 91); the oldest is dropped. */
const STRANGERS_KEPT = 10_000;

/** A catch-up this soon after a long poll can rely on it; a later one (delayed or retried) may see a restored service. */
const PROMPT_MS = 2_000;

/** A longer wait may have spanned a sleep: it ends at wake-up, which says nothing about how long the service held it. */
const LONGEST_TRUSTED_MS = 30_000;

/** The most listings per call after the first. */
const MOST_LISTINGS = 2;

export function createRemoteObserver({ remote, root, clock, pace }: RemoteObserverParts): RemoteObserver {
  const strangers = new Set<ItemId>();
  const session: Session = {
    remote,
    root,
    strangers,
    goneUnseen: new Map(),
    compared: { isDue: false, reported: null },
    ...(pace !== undefined && { pace }),
  };
  const nowMs = (): number => clock?.nowMs() ?? 0;
  /** The last read matches the stored state, as far as that can be checked. */
  let isCompared = false;
  /** When the service last ended a long poll of ours: it was not restored from a backup before that. */
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
      // Items in a folder that is gone would look forgotten.
      if (isSettled(tally) && isAllDue(root)) tally.rootGone = !(await isTopThere(session, signal));
      const isKnownWell = trustedMs !== null && nowMs() < trustedMs;
      // Items known only from a response may have been forgotten since the wait ended, however short that is. A busy service may be slow to
      // report them, so one at a time is asked about.
      const answered = isKnownWell ? answeredOf(root).slice(0, 1) : answeredOf(root);
      for (const one of isKnownWell || witness === null ? answered : [witness, ...answered]) {
        if (!isSettled(tally)) break;
        const readOn = () => readAll(session, tally, signal);
        const isOlder = await isContradicted(one, { remote, root, readOn, signal });
        tally.rolledBack ||= isOlder && !tally.rootGone;
      }
      if (isSettled(tally) && isAllDue(root)) await listAll(session, tally, { signal, isRefused: false });
      isCompared = !tally.rolledBack && !tally.rootGone;
      if (isCompared) takeWitness(session, answered);
      return tally;
    },
    async waitForChange(signal) {
      const position = root.cursor();
      if (position === null || isAllDue(root)) return;
      heldUntilMs = null;
      const beganMs = nowMs();
      await remote.waitForChange(position, signal);
      if (isCompared && nowMs() - beganMs < LONGEST_TRUSTED_MS) heldUntilMs = nowMs();
    },
  };
}

/** The service is still the same one: the item it reported last becomes the witness. */
function takeWitness({ root, compared }: Session, answered: readonly Witness[]): void {
  if (compared.reported !== null) noteWitness(root, compared.reported);
  compared.isDue = false;
  compared.reported = null;
  // Answers that came meanwhile are still to be confirmed by an event.
  dropAnswers(
    root,
    answered.map(({ id }) => id),
  );
}

const isSettled = ({ listed, rootGone, rolledBack }: Tally): boolean => !listed && !rootGone && !rolledBack;

async function readAll(session: Session, tally: Tally, signal: AbortSignal | undefined): Promise<void> {
  const position = session.root.cursor();
  // Folders that an earlier process did not list, or that got no answer.
  if (position !== null && !isAllDue(session.root))
    tally.rolledBack ||= (await listArrivals(session, signal)) === 'older';
  if (tally.rolledBack) return;
  const followed = position === null ? 'relist' : await follow(session, position, tally, signal);
  if (followed === 'to_the_end') forgetListed(session.root);
  tally.rolledBack ||= followed === 'unknown';
  if (followed !== 'to_the_end') await listAll(session, tally, { signal, isRefused: followed === 'refused' });
}

/** `isRefused`: the service does not know the position. */
type Listing = { readonly signal: AbortSignal | undefined; readonly isRefused: boolean };

async function listAll(session: Session, tally: Tally, listing: Listing): Promise<void> {
  for (let listings = 0; isSettled(tally); listings++) {
    if (listings > MOST_LISTINGS) throw new RemoteError('unavailable', { code: 'tree_never_still', args: {} });
    await list(session, tally, listing);
  }
}

type Session = RemoteObserverParts & {
  /** Parent folders of skipped items. */
  readonly strangers: Set<ItemId>;
  readonly goneUnseen: GoneUnseen;
  /** While the current witness is unchecked, a new one does not replace it: if the check gets no answer, none would be left. */
  readonly compared: { isDue: boolean; reported: Witness | null };
};
type Tally = { -readonly [Name in keyof CaughtUp]: CaughtUp[Name] };

/**
 * A full listing, merged as an observation. The cursor is taken before it, and later events are applied before any absence counts, so that an
 * item that moved during the listing is not taken for deleted (edge cases 89, 92 and 94).
 */
async function list(session: Session, tally: Tally, { signal, isRefused }: Listing): Promise<void> {
  const { remote, root } = session;
  const known = root.cursor();
  let position = await remote.currentPosition(signal);
  // The stream ends before our cursor, or at it although the service rejected it: the service was restored from a backup, and its state must not
  // be compared with ours.
  tally.rolledBack ||= known !== null && (isBefore(position, known) || (isRefused && position === known));
  if (tally.rolledBack) return;
  // After a crash before its end, it starts over.
  root.transaction(() => {
    askForAll(root);
    forgetArrivals(root);
  });
  const since = root.tick();
  const listed = async (folder: ListedFolder) => {
    if ((await writeListing(session, folder)) === 'older') tally.rolledBack = true;
  };
  await lookAtTop(session, signal);
  const top = root.rootItemId;
  const listing: Remote['list'] = (folder, stop) =>
    folder === top ? ifVisible(remote.list(folder, stop)) : listOrKnown(session, folder, stop);
  const isThere = await listTree({ remote: { list: listing }, top, tick: () => root.tick(), listed, signal });
  tally.rootGone ||= !isThere;
  // Absences do not count, and nothing is planned on this listing.
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
      noteAllListed(root);
    });
    tally.listed = true;
    return;
  }
}

/**
 * The root's permissions appear only on its own folder, which no listing includes (SPEC P74). Fetched only while a permission is missing: a
 * lost one shows up as a refusal.
 */
async function lookAtTop({ remote, root }: Session, signal: AbortSignal | undefined): Promise<void> {
  const row = root.remote(root.rootItemId);
  if (row === undefined || (row.canUpload && row.canRename && row.canDelete && row.canDownload)) return;
  const takenAt = root.tick();
  const top = await ifVisible(remote.item(root.rootItemId, 'folder', signal));
  if (top === null) return;
  const { canUpload, canRename, canDelete, canDownload } = top;
  root.putRemote({ ...row, canUpload, canRename, canDelete, canDownload }, takenAt);
}

/** `relist`, `refused`: a listing is needed, unless `tally.rootGone` is set. `unknown`: the service says that our cursor never existed. */
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

/** `since`: set after a listing that began then. */
type PageTarget = {
  readonly signal: AbortSignal | undefined;
  readonly position?: StreamPosition;
  readonly since?: number | undefined;
};

/** Applies a page and, if given, its cursor in one transaction. False: the page cannot be applied as it is; the cursor stays before it. */
async function applyPage(
  session: Session,
  given: Page,
  tally: Tally,
  { signal, position, since }: PageTarget,
): Promise<boolean> {
  const { root, goneUnseen, pace } = session;
  const page = { ...given, changes: inOrderOfEach(given.changes) };
  const takenAt = root.tick();
  const arrivals = arrivalsOn(page.changes, session, since);
  if (pace !== undefined) await shedLeaving(root, page.changes, takenAt, pace);
  const taking = namesTaken(root, page.changes);
  // During a full listing a deleted item may sit next to the one that took its name.
  const isNameTaken = (): boolean => position !== undefined && taking.some((id) => sharesName(root, id));
  tally.invitations ||= page.invitations;
  const seen = asAWhole(root, () => {
    const observed = new Set<Observed>();
    for (const change of page.changes) {
      const result = applyChange(root, change, takenAt, goneUnseen);
      observed.add(result);
      if (result === 'applied') tally.changes += 1;
      if (result === 'outside') remember(session.strangers, change.entry.parentId);
    }
    if (observed.has('older')) throw new Unfit('older');
    if (isNameTaken()) throw new Unfit('relist');
    noteArrivals(root, arrivals);
    dropAnswers(root, confirmedBy(root, page.changes));
    const reported = lastReported(root, page);
    if (reported !== null && session.compared.isDue) session.compared.reported = reported;
    else if (reported !== null) noteWitness(root, reported);
    const isUnsettled = UNSETTLED.some((one) => observed.has(one)) || page.isAccessChanged === true;
    if (position !== undefined && !isUnsettled) root.setCursor(position);
    // Read again, the page would no longer differ from the tree: the listing is due until it is complete.
    if (position !== undefined && observed.has('relist')) askForAll(root);
    return observed;
  });
  for (const oldest of goneUnseen.keys()) {
    if (goneUnseen.size <= STRANGERS_KEPT) break;
    goneUnseen.delete(oldest);
  }
  tally.rolledBack ||= seen.has('older');
  if (tally.rolledBack || seen.has('relist')) return false;
  if (arrivals.length > 0) {
    tally.rolledBack = (await listArrivals(session, signal)) === 'older';
    const isTaken = isNameTaken();
    if (isTaken) askForAll(root);
    if (tally.rolledBack || isTaken) return false;
  }
  // Joining or leaving a group changes which items are visible, and no event names them. A listing under way may have shown them already.
  if (page.isAccessChanged === true) return false;
  if (!seen.has('root_in_doubt') && !seen.has('root_lost')) return true;
  tally.rootGone = !(await isTopThere(session, signal));
  // Once it is back, everything is listed: no event names the changes that others made in it meanwhile.
  if (tally.rootGone && position !== undefined) askForAll(root);
  // The root is back already, but no event names the changes that others made in it meanwhile.
  if (tally.rootGone || seen.has('root_lost')) return false;
  if (position !== undefined) root.setCursor(position);
  return true;
}

const isTopThere = async ({ remote, root }: Session, signal: AbortSignal | undefined): Promise<boolean> =>
  (await ifVisible(remote.item(root.rootItemId, 'folder', signal))) !== null;

/** After these the cursor does not move past the page until the state is known. */
const UNSETTLED: readonly Observed[] = ['relist', 'root_in_doubt', 'root_lost'];

/** A page that contradicts the tree. None of it is written: two items would share a name, or two items one id (I9). */
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

/** The items that these changes give a new name or place. */
function namesTaken(root: RootStore, changes: readonly RemoteChange[]): readonly ItemId[] {
  const isNew = ({ id, parentId, name }: RemoteEntry): boolean => {
    const row = root.remote(id);
    return row === undefined || row.parentId !== parentId || row.name !== name;
  };
  return changes.filter(({ kind, entry }) => kind === 'changed' && isNew(entry)).map(({ entry }) => entry.id);
}

/** Only one item can have a name on the service: the other one lost it without an event. Only a listing resolves that. */
function sharesName(root: RootStore, id: ItemId): boolean {
  const row = root.remote(id);
  if (row === undefined || row.parentId === null) return false;
  return root.remoteByKey(row.parentId, nameKey(row.name)).length > 1;
}

function remember(strangers: Set<ItemId>, parent: ItemId | null): void {
  if (parent === null) return;
  strangers.delete(parent);
  strangers.add(parent);
  const [oldest] = strangers;
  if (strangers.size > STRANGERS_KEPT && oldest !== undefined) strangers.delete(oldest);
}
