import type { ProblemMessage } from '../../../preload/words/message.ts';
import type { BlockedNode } from '../model/plan/plan.ts';
import type { ProblemCode } from '../model/plan/problem.ts';
import type { Item } from './item.ts';
import type { NameFault } from './names/names.ts';
import type { Outcome } from './outcome.ts';

/** The planner's blocked outcomes. */

export function nameRefusedByService(
  item: Item,
  name: string,
  fault: NameFault,
  suggested: string | undefined,
): Outcome {
  const code = fault.fault === 'too_long' ? 'name_too_long' : 'name_not_allowed_by_service';
  return blocked(item, code, { code: 'name_refused_by_service', args: { name, ...fault } }, suggested);
}

export function nameRefusedByDisk(item: Item, name: string, fault: NameFault, suggested: string | undefined): Outcome {
  const code = fault.fault === 'too_long' ? 'name_too_long' : 'name_not_allowed_here';
  return blocked(item, code, { code: 'name_refused_by_disk', args: { name, ...fault } }, suggested);
}

export function nameTakenBySibling(item: Item, name: string, sibling: string, suggested: string | undefined): Outcome {
  return blocked(item, 'name_taken_by_sibling', { code: 'names_collide', args: { name, sibling } }, suggested);
}

/** On this disk, its new place belongs to something that does not sync (SPEC P34). */
export function placeHeldHere(item: Item, holder: string): Outcome {
  return blocked(item, 'name_taken_by_sibling', { code: 'place_held_here', args: { name: nameOf(item), holder } });
}

/** On the service, its name belongs to another blocked item (SPEC P25). */
export function nameKeptThere(item: Item, holder: Item): BlockedNode {
  const args = { name: nameOf(item), holder: nameOf(holder) };
  return about(item, 'name_taken_by_sibling', { code: 'name_kept_there', args });
}

/** A deleted folder with an item that belongs elsewhere and can't move there: it goes once that has left (SPEC P19). */
export function notEmptyYet(folder: Item, item: Item): Outcome {
  const args = { name: nameOf(folder), item: nameOf(item) };
  return blocked(folder, 'not_empty_yet', { code: 'not_empty_yet', args });
}

/** Its destination is still inside it and can't be moved out. */
export function stillWithin(item: Item, holder: Item): BlockedNode {
  const args = { name: nameOf(item), item: nameOf(holder) };
  return about(item, 'not_empty_yet', { code: 'still_within', args });
}

/** Edge case 45. */
export function tooLarge(item: Item, sizeBytes: number, largestBytes: number): Outcome {
  return blocked(item, 'too_large', {
    code: 'larger_than_allowed',
    args: { name: nameOf(item), sizeBytes, largestBytes },
  });
}

export function notPermitted(item: Item, says: ProblemMessage): Outcome {
  return blocked(item, 'no_permission', says);
}

export function noDownload(item: Item): Outcome {
  return notPermitted(item, { code: 'download_not_permitted', args: { name: nameOf(item) } });
}

/** Edge case 46. */
export function keepsGrowing(item: Item, retryAtMs: number): Outcome {
  const problem = {
    code: 'grows_all_the_time',
    reach: 'waiting',
    says: { code: 'grows_all_the_time', args: { subject: nameOf(item) } },
  } as const;
  const nodes = { localId: item.local?.id ?? null, itemId: item.remote?.id ?? null };
  return { is: 'blocked', blocked: { ...nodes, problem, retryAtMs } };
}

/** An item here has the name of a folder that selective sync excludes: neither may replace the other (SPEC P68). */
export function excludedHere(item: Item): Outcome {
  return blocked(item, 'excluded_here', { code: 'excluded_here', args: { name: nameOf(item) } });
}

/** The top of a share was deleted here (SPEC P71). */
export function leaveOrBringBack(item: Item): Outcome {
  return blocked(item, 'left_or_back', { code: 'left_or_back', args: { name: nameOf(item) } });
}

/** A rule file of the service that may exclude the new item can't be downloaded (SPEC P89). */
export function withoutRules(item: Item, file: Item): BlockedNode {
  return about(item, 'rules_missing', { code: 'rules_missing', args: { name: nameOf(item), file: nameOf(file) } });
}

/** For a step that must wait for a delete held by the guard. */
export function behindTheGuard(item: Item): BlockedNode {
  return about(item, 'held_by_guard', { code: 'behind_held_batch', args: { name: nameOf(item) } });
}

export const nameOf = (item: Item): string => item.local?.name ?? item.remote?.name ?? item.row?.localName ?? '';

const blocked = (item: Item, code: ProblemCode, says: ProblemMessage, suggested?: string): Outcome => ({
  is: 'blocked',
  blocked: about(item, code, says, suggested),
});

function about(item: Item, code: ProblemCode, says: ProblemMessage, suggested?: string): BlockedNode {
  return {
    localId: item.local?.id ?? null,
    itemId: item.remote?.id ?? null,
    problem: { code, reach: 'blocked', says },
    ...(suggested === undefined ? {} : { suggestedName: suggested }),
  };
}
