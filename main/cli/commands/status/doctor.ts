import type { Check } from '../../../doctor/check.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import type { CommonFlags } from '../../words/common-flags.ts';

/** Checks everything that the client needs, without changing anything. */
export type Examine = (flags: CommonFlags, signal: AbortSignal) => Promise<readonly Check[]>;

const marks: Readonly<Record<Check['outcome'], string>> = { good: '✔', warning: '!', problem: '✖' };

/** `tandem doctor`: service, clock, disk, watchers, secret store, each with its remedy. Exit 2 if action is needed. */
export function doctorCommand(examine: Examine): Command {
  return defineCommand({
    name: 'doctor',
    summary: 'check the service, clock, disk, watchers and secret store, and suggest fixes',
    usage: 'doctor [--json]',
    options: {},
    run: async ({ flags, terminal, signal }): Promise<ExitCode> => {
      const checks = await examine(flags, signal);
      if (flags.json) terminal.result(JSON.stringify({ checks }));
      else for (const check of checks) terminal.result(lines(check));
      return checks.every(({ outcome }) => outcome === 'good') ? 0 : 2;
    },
  });
}

function lines({ outcome, sentence, remedy }: Check): string {
  return `${marks[outcome]} ${sentence}${remedy === null ? '' : `\n    ${remedy}`}`;
}
