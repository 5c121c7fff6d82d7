import type { Check } from '../../../doctor/check.ts';
import { type Report, reportText, type Surroundings } from '../../../doctor/report-text.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { explainFailure } from '../../explain-failure.ts';
import { ask, type Control, type OpenControl, withControl } from '../../open/control.ts';
import type { Examine } from './doctor.ts';

async function lookAt(control: Control): Promise<Pick<Report, 'running' | 'status' | 'journal'>> {
  const status = await ask(control, 'status.get', {});
  const { entries } = await ask(control, 'activity.list', { limit: 200 });
  return { running: control.isRunning, status, journal: entries };
}

/**
 * `tandem report`: a diagnostic report as one JSON document: versions, checks, the state of each root, and the latest journal
 * entries. It contains paths and names, but no tokens, passwords or content. It needs neither a window nor a working engine: failed
 * queries are listed in `problems`.
 */
export function reportCommand(openControl: OpenControl, examine: Examine, surroundings: Surroundings): Command {
  return defineCommand({
    name: 'report',
    summary: 'print a diagnostic report as JSON, without secrets',
    usage: 'report',
    options: {},
    run: async ({ flags, terminal, signal }): Promise<ExitCode> => {
      const problems: string[] = [];
      const note = (cause: unknown): void => void problems.push(explainFailure(cause).message);
      const checks: readonly Check[] = await examine(flags, signal).catch((cause: unknown) => {
        note(cause);
        return [];
      });
      const engine = await withControl(openControl, flags.state, lookAt).catch((cause: unknown) => {
        note(cause);
        return { running: false, status: null, journal: [] };
      });
      terminal.result(reportText(surroundings, { checks, ...engine, problems: [...new Set(problems)] }));
      return 0;
    },
  });
}
