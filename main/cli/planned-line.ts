import type { PlannedStep } from '../../preload/ipc/status.ts';

/** One step of a dry run, as `tandem plan` and `tandem sync --dry-run` print it. */
export function plannedLine(step: PlannedStep): string {
  return `${step.kind}  ${step.path}${step.toPath === null ? '' : ` -> ${step.toPath}`}`;
}
