import type { LocalEntry, RemoteEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { sameName } from '../../model/names/name-key.ts';
import { agreementOn } from '../agreement-on.ts';
import type { CameFrom, Execution } from '../execution.ts';
import { done, type StepResult, stale } from '../step-result.ts';

type Target = { readonly parent: ItemId; readonly name: string };

/**
 * Moves an item on the service that was moved here from another root of the account, so it keeps its id and versions and no
 * content is transferred (SPEC P63). Null: it came from no other root, or can't be moved. It is then uploaded as new, and the
 * other root keeps its item until that is done.
 */
export async function moveOver(
  execution: Execution,
  local: LocalEntry,
  target: Target,
  signal: AbortSignal,
): Promise<StepResult | null> {
  const { borders, remote } = execution;
  const from = (await borders?.cameFrom(local)) ?? null;
  if (from === null) return null;
  noteMove(execution, local, from, target);
  const answer = await remote.move({ ...moveOf(from, target), ifMatch: from.etag }, signal);
  if (answer.ok) return movedOver(execution, local, from, answer.entry);
  if (answer.reason !== 'changed') return null;
  // Either our own move that the stream has not reported yet, or an unrelated change, which moves along.
  const now = await remote.item(from.itemId, from.kind, signal);
  if (now === null) return null;
  if (now.parentId === target.parent && sameName(now.name, target.name)) return movedOver(execution, local, from, now);
  const again = await remote.move({ ...moveOf(from, target), ifMatch: now.etag }, signal);
  return again.ok ? movedOver(execution, local, from, again.entry) : null;
}

const moveOf = ({ itemId, kind }: CameFrom, { parent, name }: Target) => ({ id: itemId, kind, parentId: parent, name });

/**
 * To this root the file is as if sent with its agreed content, so an edit made on the way is not mistaken for another file if the answer is
 * lost (SPEC P85). An upload that follows a refusal replaces the intent if it sends that content, and drops it when it is recorded.
 */
function noteMove(
  { sending, rootKey }: Execution,
  { id, name }: LocalEntry,
  { content, fingerprint }: CameFrom,
  target: Target,
): void {
  if (content === null) return;
  const destination = { kind: 'new', parentId: target.parent, name: target.name } as const;
  sending({
    key: `${rootKey}/${id}`,
    destination,
    content,
    fingerprint,
    localName: name,
    metItemId: null,
    isMove: true,
  });
}

/**
 * A file keeps its agreed content, so edits on either side are still detected. A folder arrives through the stream with its
 * contents, as if someone else had moved it, and is matched with the disk.
 */
function movedOver({ tick }: Execution, local: LocalEntry, from: CameFrom, entry: RemoteEntry): StepResult {
  const { id, parentId, name, kind } = local;
  if (kind === 'folder' || parentId === null) {
    return stale('it was moved here from another root', { itemIds: entry.parentId === null ? [] : [entry.parentId] });
  }
  const agreed = agreementOn({ local: { id, parentId, name, kind }, remote: entry, fingerprint: from.fingerprint });
  return done(tick(), { remote: entry, agreed: { ...agreed, content: from.content } });
}
