import type { FileIdentity, ItemId } from '../../../../main/engine/model/ids.ts';
import { COMMON_CONTENTS } from '../../world/people/ledger.ts';
import type { DiskNode, ServiceNode, View } from './view.ts';

/**
 * Records people's actions by comparing the state before and after each act, so that no act has to report itself. A content is identified by its
 * text: each save creates unique content, except for a few that are common on purpose.
 */
export type Chronicle = {
  /** Call before an act, and call the result after it, with nothing else happening in between. */
  watch(actor: string): () => void;
  /** Increments with every act and every look of an engine, to order them. */
  tick(): number;
  /** Items that a person deleted on this device. */
  deletedOn(device: string): ReadonlySet<FileIdentity>;
  /** Items that a person moved over another file on this device (edge case 47 looks the same). */
  movedOverOn(device: string): ReadonlySet<FileIdentity>;
  /** The file that took the place of one that was moved away on this device, as the new file does where an editor keeps a backup. */
  successorOn(device: string, identity: FileIdentity): FileIdentity | undefined;
  /** When a person last created, changed or moved it; undefined: never. */
  touchedAt(device: string, identity: FileIdentity): number | undefined;
  /** Contents that a person saw and then replaced or deleted, with the action. */
  readonly retired: ReadonlyMap<string, string>;
  /** The deleted ones among them. */
  readonly deleted: ReadonlySet<string>;
  /** The content that each was saved over; null: unknown, because the content is a common one. */
  readonly savedOver: SavedOver;
  /** Contents that may be in several places or come back: copied, moved over others, restored, or common. */
  readonly manifold: ReadonlySet<string>;
  /** Names chosen by people, in any form. */
  readonly names: ReadonlySet<string>;
};

export type SavedOver = ReadonlyMap<string, string | null>;

type Book = {
  readonly deletedOn: Map<string, Set<FileIdentity>>;
  readonly deleted: Set<string>;
  readonly movedOver: Map<string, Set<FileIdentity>>;
  readonly touched: Map<string, number>;
  readonly retired: Map<string, string>;
  readonly savedOver: Map<string, string | null>;
  readonly manifold: Set<string>;
  readonly names: Set<string>;
  /** The file that was moved away from a place on a disk, by device and path. */
  readonly vacated: Map<string, Pick<DiskNode, 'identity' | 'content'>>;
  readonly successors: Map<string, FileIdentity>;
};

export function openChronicle(view: View, devices: readonly string[]): Chronicle {
  const sets = () => new Map(devices.map((name) => [name, new Set<FileIdentity>()]));
  const book: Book = {
    deletedOn: sets(),
    deleted: new Set(),
    movedOver: sets(),
    touched: new Map(),
    retired: new Map(),
    savedOver: new Map(),
    manifold: new Set(COMMON_CONTENTS),
    names: new Set(),
    vacated: new Map(),
    successors: new Map(),
  };
  const none: ReadonlySet<FileIdentity> = new Set();
  let ticks = 0;
  const tick = (): number => {
    ticks += 1;
    return ticks;
  };
  return {
    tick,
    watch(actor) {
      if (!devices.includes(actor)) {
        const before = view.service();
        return () => noteService(book, before, view.service());
      }
      const before = view.disk(actor);
      return () => {
        const after = view.disk(actor);
        noteDisk(book, actor, tick(), before, after);
        noteVacated(book, actor, after);
      };
    },
    deletedOn: (device) => book.deletedOn.get(device) ?? none,
    movedOverOn: (device) => book.movedOver.get(device) ?? none,
    successorOn: (device, identity) => book.successors.get(`${device} ${identity}`),
    touchedAt: (device, identity) => book.touched.get(`${device} ${identity}`),
    retired: book.retired,
    deleted: book.deleted,
    savedOver: book.savedOver,
    manifold: book.manifold,
    names: book.names,
  };
}

function noteDisk(
  book: Book,
  actor: string,
  at: number,
  before: readonly DiskNode[],
  after: readonly DiskNode[],
): void {
  const was = new Map(before.map((node) => [node.identity, node]));
  const is = new Map(after.map((node) => [node.identity, node]));
  const placeWas = new Map(before.map((node) => [node.path, node]));
  const contents = new Set(before.map((node) => node.content));
  for (const node of before) {
    if (is.has(node.identity)) continue;
    book.deletedOn.get(actor)?.add(node.identity);
    remove(book, node.content, `${actor} at ${node.path}`);
  }
  for (const node of after) {
    const old = was.get(node.identity);
    if (old?.path === node.path && old.content === node.content) continue;
    book.touched.set(`${actor} ${node.identity}`, at);
    if (old?.path !== node.path) book.names.add(nameOf(node.path));
    // An observer that has not looked since knows another file there.
    const isKnownOver = book.vacated.has(`${actor}/${node.path}`);
    if (old !== undefined && old.path !== node.path) book.vacated.set(`${actor}/${old.path}`, old);
    const displaced = placeWas.get(node.path);
    const isOver = displaced !== undefined && displaced.identity !== node.identity && !is.has(displaced.identity);
    if (old === undefined) {
      saveOver(book, isOver ? displaced.content : null, node.content);
      if (contents.has(node.content)) multiply(book, node.content);
      continue;
    }
    if (old.content !== node.content) {
      saveOver(book, old.content, node.content);
      retire(book, old.content, `replaced on ${actor} at ${node.path}`);
    } else if (isOver || isKnownOver) {
      book.movedOver.get(actor)?.add(node.identity);
      // A move and a save look the same (edge case 47), so the file may keep its item or become a version.
      multiply(book, node.content);
      if (isOver) saveOver(book, displaced.content, node.content);
    }
  }
}

/**
 * A different file is now at a path from which a file was moved away. An observer that scans this folder first cannot tell whether that file was
 * moved or this one was saved over it (edge cases 47 and 48). So its content may become a version of either.
 */
function noteVacated(book: Book, actor: string, after: readonly DiskNode[]): void {
  for (const node of after) {
    const gone = book.vacated.get(`${actor}/${node.path}`);
    if (gone === undefined) continue;
    if (gone.identity !== node.identity) book.successors.set(`${actor} ${gone.identity}`, node.identity);
    if (gone.content !== node.content) multiply(book, gone.content);
  }
}

function noteService(book: Book, before: readonly ServiceNode[], after: readonly ServiceNode[]): void {
  const was = new Map<ItemId, ServiceNode>(before.map((node) => [node.id, node]));
  const is = new Map<ItemId, ServiceNode>(after.map((node) => [node.id, node]));
  const gone = before.filter((node) => node.isLive && is.get(node.id)?.isLive !== true);
  for (const node of gone) remove(book, latestOf(node), `the service at ${node.path}`);
  const placeWas = new Map(gone.map((node) => [node.path, node]));
  const contents = new Set(before.filter((node) => node.isLive).map(latestOf));
  for (const node of after) {
    const old = was.get(node.id);
    if (!node.isLive) continue;
    if (old?.path !== node.path) book.names.add(nameOf(node.path));
    if (old === undefined) {
      saveOver(book, latestOf(placeWas.get(node.path)), latestOf(node));
      if (contents.has(latestOf(node))) multiply(book, latestOf(node));
    } else if (!old.isLive) {
      bringBack(book, latestOf(node));
    } else if (node.contents.length > old.contents.length) {
      saveOver(book, latestOf(old), latestOf(node));
      retire(book, latestOf(old), `replaced on the service at ${node.path}`);
    }
  }
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const latestOf = (node: ServiceNode | undefined): string | null => node?.contents.at(-1) ?? null;

function retire(book: Book, content: string | null, how: string): void {
  if (content !== null) book.retired.set(content, how);
}

function remove(book: Book, content: string | null, where: string): void {
  retire(book, content, `deleted on ${where}`);
  if (content !== null) book.deleted.add(content);
}

/**
 * Later edits of a restored content may come back too, even if they were made elsewhere and deleted: a device that has the file has edited
 * the restored item.
 */
function bringBack(book: Book, content: string | null): void {
  multiply(book, content);
  if (content === null) return;
  for (const later of book.savedOver.keys()) if (descendsFrom(book.savedOver, later, content)) multiply(book, later);
}

function multiply(book: Book, content: string | null): void {
  if (content !== null) book.manifold.add(content);
}

/**
 * The first predecessor of a content is its own; a later one belongs to the file it was moved over. Common contents are created independently by
 * several people. Two with different predecessors are indistinguishable, so a content saved over either has no known predecessor.
 */
function saveOver(book: Book, before: string | null, now: string | null): void {
  if (now === null || before === now) return;
  const first = book.savedOver.get(now);
  if (COMMON_CONTENTS.includes(now)) book.savedOver.set(now, first === undefined || first === before ? before : null);
  else if (first === undefined && before !== null) book.savedOver.set(now, before);
}

/** True if `later` was saved over `earlier`, directly or indirectly. */
export function descendsFrom(savedOver: SavedOver, later: string, earlier: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = later; at !== null && !seen.has(at); at = savedOver.get(at) ?? null) {
    if (at === earlier) return true;
    seen.add(at);
  }
  return false;
}
