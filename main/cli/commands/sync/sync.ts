import { resolve } from 'node:path';
import type { RootStatusData, Status } from '../../../../preload/ipc/shapes/status.ts';
import { plainEnglish, sayInTerminal } from '../../../../preload/words/en/english.ts';
import { inWords } from '../../../../preload/words/wording.ts';
import type { ComposedEngine } from '../../../compose/engine.ts';
import type { Refused } from '../../../engine/model/refusal.ts';
import { growHeapOnce, tidyHeapAtRest } from '../../../small-heap.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, type CommandCall, defineCommand, type ExitCode } from '../../command.ts';
import { showTransfers } from '../../open/one-off.ts';
import type { OpenEngine, OpenedEngine } from '../../open/open-engine.ts';
import type { ServeControl } from '../../open/serve-control.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatDuration } from '../../words/format.ts';
import { followNotices, type NoticeLine } from '../../words/notice-line.ts';
import { plannedLine, plannedSummary } from '../../words/planned-line.ts';
import { readItemId } from '../../words/read-item-id.ts';
import { describeReport } from './describe-report.ts';

const options = {
  local: { type: 'string', value: 'DIR', help: 'folder on this computer; it must exist' },
  remote: { type: 'string', value: 'ID', help: 'ID of the folder on the service; 0 is the root folder of the account' },
  once: { type: 'boolean', help: 'exit when everything is in sync' },
  'dry-run': { type: 'boolean', help: 'show what a sync would do without changing anything' },
} as const;

type Call = CommandCall<typeof options>;

const MOST_PLANNED = 100_000;

/** `tandem sync --local DIR --remote ID [--once] [--dry-run]`. */
export function syncCommand(open: OpenEngine, serveControl: ServeControl): Command {
  return defineCommand({
    name: 'sync',
    summary: 'keep a folder in sync with a folder on the service',
    usage: 'sync --local DIR --remote ID [--once] [--dry-run] [--json]',
    options,
    run: async (call) => {
      const { local, remote } = call.values;
      if (local === undefined || remote === undefined) {
        const missing = local === undefined ? '--local' : '--remote';
        throw new CliError(
          'usage',
          `${missing} is missing.`,
          `Usage: tandem sync --local DIR --remote ID [--once] [--dry-run]`,
        );
      }
      const remoteId = readItemId(remote);
      if (call.values.once === true) growHeapOnce();
      const composed = await open(call.flags);
      try {
        const { setAside } = composed;
        if (setAside !== null)
          call.terminal.say(plainEnglish({ code: 'state_set_aside_details', args: { path: setAside } }));
        const pair = { localPath: resolve(local), remoteId };
        if (call.values['dry-run'] === true) return await dryRun(composed, pair, call);
        const linked = await composed.engine.addRoot(pair);
        if (!linked.ok) throw refusal(linked.error);
        if (call.values.once === true) {
          refuseWhilePaused(linked.value);
          return await syncOnce(composed, call);
        }
        return await follow(composed, call, serveControl);
      } finally {
        await composed.close();
      }
    },
  });
}

type Pair = { readonly localPath: string; readonly remoteId: string };

/** Links nothing: compares the folders in a copy of the state. */
async function dryRun({ engine }: ComposedEngine, pair: Pair, { flags, terminal }: Call): Promise<ExitCode> {
  const planned = await engine.plan({ pair, limit: MOST_PLANNED });
  if (!planned.ok) throw refusal(planned.error);
  const { steps, total, held } = inWords(planned.value, say);
  if (flags.json) terminal.result(JSON.stringify({ dry_run: true, total, held, steps }));
  else {
    for (const step of steps) terminal.result(plannedLine(step));
    terminal.say(plannedSummary({ total, held }));
  }
  return 0;
}

/** This command calls the engine directly, so it renders the engine's messages itself. */
const say = sayInTerminal(Date.now);

const refusal = ({ code, message, remedy }: Refused['error']): CliError =>
  new CliError(code, say(message), say(remedy));

/** A pass would carry nothing out, whether the pause is of everything or of this folder alone. */
function refuseWhilePaused({ pausedUntilMs, localPath }: Pick<RootStatusData, 'pausedUntilMs' | 'localPath'>): void {
  if (pausedUntilMs === null) return;
  const left = pausedUntilMs === 0 ? '' : ` for another ${formatDuration((pausedUntilMs - Date.now()) / 1000)}`;
  const message = `Syncing of ${printableName(localPath)} is paused${left}, so nothing was synced.`;
  throw new CliError('paused', message, 'Run `tandem resume`, then try again.');
}

async function syncOnce({ engine, transfers }: ComposedEngine, { flags, terminal, signal }: Call): Promise<ExitCode> {
  const notices: NoticeLine[] = [];
  const stops = [
    followNotices(engine.feeds, say, (notice) => notices.push(notice)),
    await showTransfers(terminal, transfers),
  ];
  const report = inWords(await engine.syncOnce({ signal }), say);
  for (const stop of stops) stop();
  terminal.draw([]);
  if (signal.aborted)
    throw new CliError(
      'interrupted',
      'Interrupted before everything was done.',
      'Run it again; it continues where it stopped.',
      { report },
    );
  if (report.error !== undefined) {
    terminal.complain(`tandem: ${report.error.message}\n${report.error.remedy}`);
  }
  if (flags.json) terminal.result(JSON.stringify(notices.length === 0 ? report : { ...report, notices }));
  else {
    for (const { sentence } of notices) terminal.say(printableName(sentence));
    const waiting = {
      held: inWords(engine.acts.held(), say),
      conflicts: engine.acts.conflicts({ limit: 0, offset: 0 }).total,
    };
    describeReport(report, waiting, terminal);
  }
  return report.state === 'in_sync' ? 0 : report.state === 'attention' ? 2 : 1;
}

/** Runs until Ctrl-C or SIGTERM. Other commands reach this process through the control socket. */
async function follow(composed: OpenedEngine, call: Call, serveControl: ServeControl): Promise<ExitCode> {
  const { engine, transfers } = composed;
  const { terminal, signal, flags } = call;
  const control = await serveControl(composed, flags);
  let last = '';
  const tell = (status: Status) => {
    if (status.sentence === last) return;
    last = status.sentence;
    if (flags.json)
      terminal.result(JSON.stringify({ state: status.state, sentence: status.sentence, detail: status.detail }));
    else terminal.say(status.sentence);
  };
  const stops = [
    engine.feeds.subscribe('status', (status) => tell(inWords(status, say))),
    followNotices(engine.feeds, say, (notice) => {
      if (flags.json) terminal.result(JSON.stringify({ notice }));
      else terminal.say(printableName(notice.sentence));
    }),
    await showTransfers(terminal, transfers),
  ];
  engine.start();
  tidyHeapAtRest();
  terminal.say('Keeping the folder in sync. Press Ctrl-C to stop.');
  await new Promise<void>((resolveEnd) => {
    if (signal.aborted) resolveEnd();
    else signal.addEventListener('abort', () => resolveEnd(), { once: true });
  });
  for (const stop of stops) stop();
  terminal.draw([]);
  await control.close();
  return 0;
}
