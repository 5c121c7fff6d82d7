import type { LocalEntry, RemoteEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import { sameName } from '../model/name-key.ts';
import { agreementOn } from './agreement-on.ts';
import type { CameFrom, Execution } from './execution.ts';
import { done, type StepResult, stale } from './step-result.ts';

type Target = { readonly parent: ItemId; readonly name: string };

/**
 * What a person moved here from another root of the account is moved on the service as well: it keeps its id and its versions, and
 * nothing is transferred (SPEC P63). Null: it came from nowhere, or may not be moved: it is sent as new, and the other root keeps
 * its item until that is done.
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
  const answer = await remote.move({ ...moveOf(from, target), ifMatch: from.etag }, signal);
  if (answer.ok) return movedOver(execution, local, from, answer.entry);
  if (answer.reason !== 'changed') return null;
  // Moved by us, and not heard of yet; or changed there meanwhile, which comes along.
  const now = await remote.item(from.itemId, from.kind, signal);
  if (now === null) return null;
  if (now.parentId === target.parent && sameName(now.name, target.name)) return movedOver(execution, local, from, now);
  const again = await remote.move({ ...moveOf(from, target), ifMatch: now.etag }, signal);
  return again.ok ? movedOver(execution, local, from, again.entry) : null;
}

const moveOf = ({ itemId, kind }: CameFrom, { parent, name }: Target) => ({ id: itemId, kind, parentId: parent, name });

/**
 * A file takes along what was agreed on, so that an edit on either side is an edit. A folder comes in by the stream with all that is
 * in it, as if somebody else had moved it, and meets what is on disk.
 */
function movedOver({ tick }: Execution, local: LocalEntry, from: CameFrom, entry: RemoteEntry): StepResult {
  const { id, parentId, name, kind } = local;
  if (kind === 'folder' || parentId === null) {
    return stale('it was moved here from another root', { itemIds: entry.parentId === null ? [] : [entry.parentId] });
  }
  const agreed = agreementOn({ local: { id, parentId, name, kind }, remote: entry, fingerprint: from.fingerprint });
  return done(tick(), { remote: entry, agreed: { ...agreed, content: from.content } });
}
