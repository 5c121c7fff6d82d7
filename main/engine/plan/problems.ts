import type { BlockedNode } from '../model/plan.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Item } from './item.ts';
import type { NameFault } from './names.ts';
import type { Outcome } from './outcome.ts';

/** The sentences of the planner's blocks. Each says what could not be done to what, and what the person can do. */

export function nameRefusedByService(
  item: Item,
  name: string,
  fault: NameFault,
  suggested: string | undefined,
): Outcome {
  return blocked(item, {
    code: fault.why === 'too_long' ? 'name_too_long' : 'name_not_allowed_by_service',
    message: `The service does not take the name "${name}": ${fault.reason}.`,
    remedy: 'Rename it on this computer; it is synced as soon as it has a name that the service takes.',
    suggested,
  });
}

export function nameRefusedByDisk(item: Item, name: string, fault: NameFault, suggested: string | undefined): Outcome {
  return blocked(item, {
    code: fault.why === 'too_long' ? 'name_too_long' : 'name_not_allowed_here',
    message: `This computer cannot store the name "${name}": ${fault.reason}.`,
    remedy: 'Rename it on the service; it is synced as soon as it has a name that this computer can store.',
    suggested,
  });
}

export function nameTakenBySibling(item: Item, name: string, sibling: string, suggested: string | undefined): Outcome {
  return blocked(item, {
    code: 'name_taken_by_sibling',
    message: `"${name}" and "${sibling}" in the same folder are one name where case and Unicode form do not count.`,
    remedy: 'Rename one of the two; the other one is synced meanwhile.',
    suggested,
  });
}

/** The name that it takes belongs there to an item that cannot leave it, because of what is said of that one (SPEC P25). */
export function nameKeptThere(item: Item, holder: Item): BlockedNode {
  return about(item, {
    code: 'name_taken_by_sibling',
    message: `"${nameOf(item)}" waits for its name, which belongs on the service to "${nameOf(holder)}" here.`,
    remedy: 'Settle what is said of the other one, or rename this one; it goes on by itself.',
    suggested: undefined,
  });
}

/** Edge case 45. Sizes in words: a person compares two of them. */
export function tooLarge(item: Item, sizeBytes: number, largestBytes: number): Outcome {
  return blocked(item, {
    code: 'too_large',
    message: `"${nameOf(item)}" has ${inWords(sizeBytes)}; the service takes files of at most ${inWords(largestBytes)}.`,
    remedy:
      'Leave it out with a line in .tandemignore, split it, or ask the administrator for more. Nothing of it was sent.',
    suggested: undefined,
  });
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function inWords(bytes: number): string {
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`;
}

export function notPermitted(item: Item, message: string, remedy: string): Outcome {
  return blocked(item, { code: 'no_permission', message, remedy, suggested: undefined });
}

/** Something here has the name of a folder that selective sync leaves out: neither may take the place of the other (SPEC P68). */
export function excludedHere(item: Item): Outcome {
  return blocked(item, {
    code: 'excluded_here',
    message: `"${nameOf(item)}" is on this computer, and an item of that name on the service is left out of it.`,
    remedy: 'Rename it here to upload it beside the other one, or select the one on the service to sync both as one.',
    suggested: undefined,
  });
}

/** The top of what somebody shares with this account was deleted here (SPEC P71). */
export function leaveOrBringBack(item: Item): Outcome {
  return blocked(item, {
    code: 'left_or_back',
    message: `"${nameOf(item)}", which somebody shares with this account, was deleted here. It was not deleted for anybody.`,
    remedy: 'Leave it for good with "tandem leave", or get it back onto this computer with "tandem bring-back".',
    suggested: undefined,
  });
}

/** For a step that can only run after a delete which the guard holds. */
export function behindTheGuard(item: Item): BlockedNode {
  return about(item, {
    code: 'held_by_guard',
    message: `"${nameOf(item)}" waits for a batch of changes that is held.`,
    remedy: 'Decide about the held batch; this goes on afterwards.',
    suggested: undefined,
  });
}

export const nameOf = (item: Item): string => item.local?.name ?? item.remote?.name ?? item.row?.localName ?? '';

type Sentences = {
  readonly code: ProblemCode;
  readonly message: string;
  readonly remedy: string;
  readonly suggested: string | undefined;
};

const blocked = (item: Item, sentences: Sentences): Outcome => ({ is: 'blocked', blocked: about(item, sentences) });

function about(item: Item, { code, message, remedy, suggested }: Sentences): BlockedNode {
  return {
    localId: item.local?.id ?? null,
    itemId: item.remote?.id ?? null,
    problem: { code, reach: 'blocked', message, remedy },
    ...(suggested === undefined ? {} : { suggestedName: suggested }),
  };
}
