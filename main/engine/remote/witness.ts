import type { Kind } from '../model/entry.ts';
import { type ItemId, isNewerSequence, itemId } from '../model/ids.ts';
import { type ChangesPage, type Remote, RemoteError } from '../ports/remote.ts';
import type { RootStore } from '../store/root-store.ts';
import { isAnother } from './another-item.ts';

/**
 * The item that the stream told of last: the first one that a service forgets that is set back to an earlier time. It may have gone
 * on since, or have told as much of something else, so its position alone says nothing (edge case 95).
 */
export type Witness = {
  readonly id: ItemId;
  /** Set when it was told to be deleted; else it is in the tree. */
  readonly gone: Kind | null;
};

const NOTE = 'last_told_item';

export function witnessOf(root: Pick<RootStore, 'note'>): Witness | null {
  const note = root.note(NOTE);
  if (note === null) return null;
  const [id = '', gone] = note.split(' ');
  return { id: itemId(id), gone: gone === 'file' || gone === 'folder' ? gone : null };
}

/** Asked within the transaction that applies the page, after its changes. Null: it told of nothing that is known. */
export function lastTold(root: RootStore, { changes }: Extract<ChangesPage, { ok: true }>): Witness | null {
  const inside = changes.filter(({ entry }) => entry.id !== root.rootItemId);
  const last = inside.at(-1);
  if (last?.kind === 'removed' && last.isLost !== true && root.remote(last.entry.id) === undefined) {
    return { id: last.entry.id, gone: last.entry.kind };
  }
  const known = inside.filter(({ entry }) => root.remote(entry.id) !== undefined);
  // Of a file more is known that can be compared.
  const told = known.findLast(({ entry }) => entry.kind === 'file') ?? known.at(-1);
  return told === undefined ? null : { id: told.entry.id, gone: null };
}

export function noteWitness(root: Pick<RootStore, 'setNote'>, { id, gone }: Witness): void {
  root.setNote(NOTE, gone === null ? id : `${id} ${gone}`);
}

const ANSWER = 'first_answered_item';

/**
 * What an answer to a request of ours told of, and no event did yet: a service that is set back meanwhile has forgotten it, and the one that
 * was told of last before may have stayed. Of several the first one: those after it may be of the service as it is since.
 */
export function noteAnswer(root: Pick<RootStore, 'note' | 'setNote'>, id: ItemId): void {
  if (root.note(ANSWER) === null) root.setNote(ANSWER, id);
}

export function answeredOf(root: Pick<RootStore, 'note'>): Witness | null {
  const id = root.note(ANSWER);
  return id === null ? null : { id: itemId(id), gone: null };
}

/** The stream has told of it, or the service has answered for it. */
export function dropAnswer(root: Pick<RootStore, 'setNote'>): void {
  root.setNote(ANSWER, null);
}

export type Asking = {
  readonly remote: Pick<Remote, 'item'>;
  readonly root: RootStore;
  /** Reads the stream to its end once more. */
  readonly readOn: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
};

/** Is what the service says of the witness older than what it told, or of another item, with no event to explain it? */
export async function isContradicted(witness: Witness, asking: Asking): Promise<boolean> {
  try {
    return await (witness.gone === null
      ? isPresentContradicted(witness.id, asking)
      : isGoneContradicted(witness, asking));
  } catch (error) {
    // A service that does not let this account ask for it any more says nothing about its own time.
    if (error instanceof RemoteError && error.code === 'no_permission') return false;
    throw error;
  }
}

async function isPresentContradicted(id: ItemId, { remote, root, readOn, signal }: Asking): Promise<boolean> {
  const row = root.remote(id);
  if (row === undefined) return false;
  const now = await remote.item(id, row.kind, signal);
  if (now !== null) return isNewerSequence(row.sequenceId, now.sequenceId) || isAnother(row, now);
  // It may have gone since the last page was read: then the next one says so.
  await readOn();
  return root.remote(id) !== undefined;
}

async function isGoneContradicted({ id, gone }: Witness, { remote, root, readOn, signal }: Asking): Promise<boolean> {
  const now = gone === null ? null : await remote.item(id, gone, signal);
  if (now === null) return false;
  // Somebody may have brought it back since the last page was read, then the next one says so; or put it somewhere else.
  await readOn();
  return root.remote(id) === undefined && now.parentId !== null && root.remote(now.parentId) !== undefined;
}
