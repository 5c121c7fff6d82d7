import type { PlannedStep } from '../../../preload/ipc/shapes/status.ts';
import { printableName } from '../terminal/terminal.ts';

/** One step of a dry run, as printed by `tandem plan` and `tandem sync --dry-run`. */
export function plannedLine(step: PlannedStep): string {
  return printableName(`${step.kind}  ${step.path}${step.toPath === null ? '' : ` -> ${step.toPath}`}`);
}
