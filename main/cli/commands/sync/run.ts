import type { FeedSource } from '../../../../preload/ipc/feeds.ts';
import { sayInTerminal } from '../../../../preload/words/en/english.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { printableName } from '../../terminal/terminal.ts';
import type { CommonFlags } from '../../words/common-flags.ts';
import { followNotices } from '../../words/notice-line.ts';

/** The process that syncs everything until it is stopped. */
export type Daemon = {
  /** The synced folders, as a sentence. */
  readonly sentence: string;
  /** A one-time link to the window; null when the window was not built. */
  readonly link: string | null;
  readonly feeds: FeedSource;
  stop(): Promise<void>;
};

export type StartDaemon = (flags: CommonFlags) => Promise<Daemon>;

/** `tandem run`: the daemon, with all sync roots of the account and the window on the loopback addresses. */
export function runCommandOf(start: StartDaemon): Command {
  return defineCommand({
    name: 'run',
    summary: 'keep all synced folders in sync and serve the window',
    usage: 'run [--json]',
    options: {},
    run: async ({ flags, terminal, signal }) => {
      const daemon = await start(flags);
      terminal.say(daemon.sentence);
      if (daemon.link === null) terminal.say('The window is not built. Run `npm run build` to build it.');
      if (flags.json) terminal.result(JSON.stringify({ ready: true, window: daemon.link }));
      else if (daemon.link !== null) terminal.result(daemon.link);
      const stopNotices = followNotices(daemon.feeds, sayInTerminal(Date.now), (notice) => {
        if (flags.json) terminal.result(JSON.stringify({ notice }));
        else terminal.say(printableName(notice.sentence));
      });
      await aborted(signal);
      stopNotices();
      terminal.say('Stopping. Files being written are finished first.');
      await daemon.stop();
      return 0 satisfies ExitCode;
    },
  });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
