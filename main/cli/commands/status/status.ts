import { resolve } from 'node:path';
import type { RootStatus, Status } from '../../../../preload/ipc/shapes/status.ts';
import { counted } from '../../../engine/report/status/words.ts';
import { type Command, defineCommand } from '../../command.ts';
import { ask, type OpenControl, withControl } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes, formatDuration } from '../../words/format.ts';
import { describeWhy } from './why.ts';

/** `tandem status [PATH]`: the account, each root's state, counts, bytes, rate, what needs attention. */
export function statusCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'status',
    summary: 'show the account, synced folders, running transfers and problems',
    usage: 'status [PATH] [--json]',
    takes: 1,
    options: {},
    run: ({ flags, positionals, terminal }) =>
      withControl(openControl, flags.state, async (control) => {
        const path = positionals[0];
        if (path !== undefined) {
          const why = await ask(control, 'path.why', { path: resolve(path) });
          terminal.result(flags.json ? JSON.stringify(why) : describeWhy(why));
          return why.status === 'blocked' || why.status === 'conflict' ? 2 : 0;
        }
        const status = await ask(control, 'status.get', {});
        terminal.result(
          flags.json ? JSON.stringify({ running: control.isRunning, ...status }) : describe(status, control.isRunning),
        );
        // Open decisions from an earlier run count even while Tandem is paused or not running.
        return status.state === 'attention' || status.attentionTotal > 0 ? 2 : 0;
      }),
  });
}

function describe(status: Status, isRunning: boolean): string {
  const lines = [status.sentence, ...(status.detail === '' ? [] : [status.detail])];
  if (!isRunning) lines.push('Tandem is not running for this state folder. Start it with `tandem run`.');
  if (status.account.sentence !== null) lines.push(status.account.sentence);
  for (const root of status.roots) lines.push('', ...describeRoot(root));
  const { upBytesPerSecond: up, downBytesPerSecond: down } = status.rate;
  if (up + down > 0) lines.push('', `Rate: ${formatBytes(up)}/s up, ${formatBytes(down)}/s down`);
  for (const transfer of status.transfers.slice(0, 10)) {
    const left = transfer.secondsLeft === null ? '' : `, ${formatDuration(transfer.secondsLeft)} left`;
    const done = `${formatBytes(transfer.bytesDone)} of ${formatBytes(transfer.bytesTotal)}`;
    lines.push(`  ${transfer.direction === 'up' ? '↑' : '↓'} ${transfer.name}: ${done}${left}`);
  }
  if (status.attentionTotal > 0) lines.push('', `Needs attention (${status.attentionTotal}):`);
  for (const item of status.attention) lines.push(`  ${item.path}: ${item.sentence} ${item.remedy}`);
  return lines.map(printableName).join('\n');
}

function describeRoot(root: RootStatus): string[] {
  const counts = `${counted(root.files, 'file', 'files')}, ${counted(root.folders, 'folder', 'folders')}, ${formatBytes(root.bytes)}`;
  const rest = [
    root.pending > 0 ? `${root.pending} pending` : '',
    root.blocked > 0 ? `${root.blocked} blocked` : '',
    root.held > 0 ? `${root.held} held` : '',
    root.ignored > 0 ? `${root.ignored} ignored` : '',
  ].filter((part) => part !== '');
  return [
    `${root.localPath} ↔ folder ${root.remoteId}`,
    `  ${root.sentence}`,
    `  ${[counts, ...rest].join(', ')}`,
    ...(root.lastChange === null ? [] : [`  Last change: ${root.lastChange.sentence}`]),
  ];
}
