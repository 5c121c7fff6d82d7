import { assertNever } from '../../../engine/model/assert-never.ts';
import type { LoginService, ServiceState } from '../../../login-service/login-service.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The login service of this platform for a state folder; null: not supported. */
export type OpenLoginService = (state: string) => Promise<LoginService | null>;

const verbs = ['install', 'uninstall', 'status'] as const;

/** `tandem service install|uninstall|status`: starts `tandem run` with the session, on a computer without the desktop application. */
export function serviceCommand(openService: OpenLoginService): Command {
  return defineCommand({
    name: 'service',
    summary: 'start Tandem when you log in, with a systemd user unit or a launchd job',
    usage: 'service install|uninstall|status',
    takes: 1,
    options: {},
    run: async ({ flags, positionals, terminal }): Promise<ExitCode> => {
      const [word = 'status'] = positionals;
      const verb = verbs.find((known) => known === word);
      if (verb === undefined) {
        throw new CliError('usage', `Unknown service subcommand "${word}".`, `Use ${verbs.join(', ')}.`);
      }
      const service = await openService(flags.state);
      if (service === null) {
        throw new CliError(
          'not_supported',
          'tandem service works on Linux and macOS.',
          'On Windows, install the desktop app, and turn on "Start at login" in its settings.',
        );
      }
      const state = await act(service, verb);
      if (flags.json) {
        const { isInstalled, isRunning, isStale, file } = state;
        terminal.result(JSON.stringify({ installed: isInstalled, running: isRunning, stale: isStale, file }));
      } else sayState(terminal, state);
      return verb !== 'uninstall' && (!state.isRunning || state.isStale) ? 2 : 0;
    },
  });
}

async function act(service: LoginService, verb: (typeof verbs)[number]): Promise<ServiceState> {
  switch (verb) {
    case 'install':
      return service.install().catch(refuse('installed'));
    case 'uninstall':
      await service.uninstall().catch(refuse('removed'));
      return service.state();
    case 'status':
      return service.state();
    default:
      return assertNever(verb);
  }
}

const refuse =
  (what: string) =>
  (cause: unknown): never => {
    const said = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new CliError(
      'service_failed',
      `The service was not ${what}: ${said}`,
      'Check that your session has a service manager (`systemctl --user status`, or `launchctl list`).',
      { cause },
    );
  };

function sayState(terminal: Terminal, { isInstalled, isRunning, isStale, file }: ServiceState): void {
  if (!isInstalled) return terminal.say('Not installed. `tandem service install` starts Tandem when you log in.');
  terminal.say(`${isRunning ? 'Running' : 'Installed, but not running'}: ${file}`);
  if (isStale) terminal.say('It starts another version or state folder. Run `tandem service install` again.');
  else if (!isRunning) terminal.say('See why with `tandem doctor`, or on Linux `journalctl --user -u tandem`.');
}
