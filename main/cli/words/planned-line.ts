import type { PlannedStep } from '../../../preload/ipc/shapes/status.ts';
import { wholeNumber } from '../../../preload/words/whole-number.ts';
import { printableName } from '../terminal/terminal.ts';

/** One step of a dry run, as printed by `tandem plan` and `tandem sync --dry-run`. */
export function plannedLine(step: PlannedStep): string {
  return printableName(`${step.kind}  ${step.path}${step.toPath === null ? '' : ` -> ${step.toPath}`}`);
}

/** The last line of a dry run. */
export function plannedSummary({ total, held }: { readonly total: number; readonly held: number }, more = ''): string {
  if (total + held === 0) return 'Nothing to do.';
  const waits = held === 1 ? '1 delete or rewrite' : `${wholeNumber(held)} deletes or rewrites`;
  const steps = total === 0 ? [] : [`${total === 1 ? '1 step' : `${wholeNumber(total)} steps`}${more}.`];
  return [...steps, ...(held === 0 ? [] : [`${waits} would be held until you decide.`]), 'Nothing was changed.'].join(
    ' ',
  );
}
