import type { Check } from '../../doctor/check.ts';
import { reportText, type Surroundings } from '../../doctor/report-text.ts';
import { type Command, defineCommand, type ExitCode } from '../command.ts';
import { ask, type OpenControl, withControl } from '../control.ts';
import type { Examine } from './doctor.ts';

/**
 * `tandem report`: a diagnostic report as one JSON document: versions, checks, the state of each root, and the last of the journal.
 * It holds paths and names, and no token, no password and nothing of any content.
 */
export function reportCommand(openControl: OpenControl, examine: Examine, surroundings: Surroundings): Command {
  return defineCommand({
    name: 'report',
    summary: 'a diagnostic report without secrets, as JSON',
    usage: 'report',
    options: {},
    run: async ({ flags, terminal, signal }): Promise<ExitCode> => {
      const checks: readonly Check[] = await examine(flags, signal);
      const report = await withControl(openControl, flags.state, async (control) => {
        const status = await ask(control, 'status.get', {});
        const { entries } = await ask(control, 'activity.list', { limit: 200 });
        return { running: control.isRunning, status, journal: entries };
      });
      terminal.result(reportText(surroundings, { checks, ...report }));
      return 0;
    },
  });
}
