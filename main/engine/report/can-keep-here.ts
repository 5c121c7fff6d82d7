import type { ProblemCodes } from '../../../preload/words/message.ts';
import type { RootContext } from '../root/root-context.ts';
import type { Reason } from '../store/work/reasons.ts';

/** Problems that keep an item of this computer from being uploaded until a person acts. */
const KEEPABLE: ReadonlySet<ProblemCodes> = new Set([
  'name_refused_by_service',
  'name_not_allowed_by_service',
  'names_collide',
  'excluded_here',
  'add_not_permitted',
  'change_not_permitted',
  'no_permission',
  'larger_than_allowed',
  'too_large',
  'refused_by_service',
]);

/** May the user keep this item on this computer only (SPEC P91)? */
export const canKeepHere = (
  { root }: Pick<RootContext, 'root'>,
  { localId, problem }: Pick<Reason, 'localId' | 'problem'>,
): boolean => KEEPABLE.has(problem.says.code) && localId !== null && root.local(localId) !== undefined;
