import { nameKey } from '../../model/names/name-key.ts';
import type { Item } from '../item.ts';
import type { Known } from '../known.ts';
import { conflictName } from '../names/conflict-name.ts';
import type { Draft, Outcome } from '../outcome.ts';
import { wasLeftAside } from './agreement.ts';
import { parentOn } from './place.ts';
import { isNameInUse } from './placing.ts';

type Aside = Extract<Outcome, { is: 'aside' }>;

/**
 * Picks the conflict names of all items that must move aside. They are picked one by one in item order, so two conflicts in one
 * plan never get the same name.
 */
export function nameAsides(known: Known, outcomes: ReadonlyMap<Item, Outcome>): readonly Draft[] {
  const handedOut = new Map<Item, Set<string>>();
  const drafts: Draft[] = [];
  for (const [item, outcome] of outcomes) {
    if (outcome.is !== 'aside') continue;
    const folder = parentOn(known.pairing, item, outcome.side);
    if (folder === null) continue;
    const names = handedOut.get(folder) ?? new Set<string>();
    handedOut.set(folder, names);
    const draft = draftOf(known, item, outcome, folder, names);
    if (draft !== null) drafts.push(draft);
  }
  return drafts;
}

function draftOf(known: Known, item: Item, outcome: Aside, folder: Item, names: Set<string>): Draft | null {
  const choose = (name: string): string => {
    const chosen = conflictName(name, known.settings, (candidate) => {
      return names.has(nameKey(candidate)) || isNameInUse(known, folder, candidate);
    });
    names.add(nameKey(chosen));
    return chosen;
  };
  if (outcome.side === 'remote') return moveAside(item, outcome, folder, choose);
  if (item.local === null) return null;
  const toName = wasLeftAside(item) ? item.local.name : choose(item.local.name);
  const isAboutContents = outcome.reason === 'both_edited' || outcome.reason === 'both_created';
  const action = {
    kind: 'set-aside' as const,
    localId: item.local.id,
    toName,
    reason: outcome.reason,
    ...(isAboutContents && { expect: item.local.fingerprint }),
  };
  return { item, action, rule: outcome.rule, needs: [] };
}

/** The only case in which the remote item moves aside (SPEC P26). */
function moveAside(item: Item, outcome: Aside, folder: Item, choose: (name: string) => string): Draft | null {
  const { remote, row } = item;
  const toParentLocalId = folder.local?.id;
  if (remote === null || row === null || toParentLocalId === undefined) return null;
  const target = {
    localId: row.localId,
    itemId: remote.id,
    toParentLocalId,
    toName: choose(remote.name),
    ifMatch: remote.etag,
  };
  return {
    item,
    action: { kind: 'move-remote', ...target },
    rule: outcome.rule,
    needs: [{ kind: 'link', item: folder }],
  };
}
