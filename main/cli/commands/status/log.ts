import { isAbsolute, resolve } from 'node:path';
import type { ActivityEntry } from '../../../../preload/ipc/shapes/status.ts';
import { belowFolder } from '../../../engine/model/disk-path.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type Control, type OpenControl, withControl } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';
import { readDuration } from '../../words/read-duration.ts';

const logOptions = {
  since: { type: 'string', value: 'T', help: 'date and time (ISO 8601), or how long ago: 30m, 2h, 1d' },
  path: {
    type: 'string',
    value: 'P',
    help: 'only this file, or this folder with everything in it; outside of the synced folders, a path relative to them',
  },
} as const;

const PAGE = 500;

/** `tandem log [--since T] [--path P]`: the journal, oldest first, with the ids for `undo`; with `--json` one entry per line. */
export function logCommand(openControl: OpenControl, nowMs: () => number): Command {
  return defineCommand({
    name: 'log',
    summary: 'list past changes',
    usage: 'log [--since T] [--path P] [--json]',
    options: logOptions,
    run: ({ values, flags, terminal }) => {
      const sinceMs = values.since === undefined ? undefined : readSince(values.since, nowMs());
      return withControl<ExitCode>(openControl, flags.state, async (control) => {
        const place = values.path === undefined ? {} : await placeOf(control, values.path);
        const pages: ActivityEntry[][] = [];
        let before: number | undefined;
        for (;;) {
          const { entries, more } = await ask(control, 'activity.list', {
            limit: PAGE,
            ...(before !== undefined && { before }),
            ...(sinceMs !== undefined && { sinceMs }),
            ...place,
          });
          pages.push(entries.toReversed());
          before = entries.at(-1)?.id;
          if (!more || before === undefined) break;
        }
        for (const entry of pages.toReversed().flat())
          terminal.result(flags.json ? JSON.stringify(entry) : line(entry));
        return 0;
      });
    },
  });
}

/** As in other commands, a path counts from the current folder. Where that is not synced, it counts from each synced folder. */
async function placeOf(control: Control, path: string): Promise<{ readonly rootId?: number; readonly path: string }> {
  for (const { id, localPath } of await ask(control, 'root.list', {})) {
    const below = belowFolder(localPath, resolve(path));
    if (below !== null) return { rootId: id, path: below };
  }
  if (isAbsolute(path)) {
    throw new CliError('not_found', `"${path}" is not in a synced folder.`, 'Run `tandem roots` to see them.');
  }
  return { path: belowFolder(resolve('/'), resolve('/', path)) ?? path };
}

function line(entry: ActivityEntry): string {
  const from = entry.fromPath === null ? '' : ` (was ${entry.fromPath})`;
  const undo = entry.undo === 'done' ? ' (undone)' : '';
  const ids = `${String(entry.id).padStart(6)} ${`b${entry.batch}`.padEnd(6)}`;
  return printableName(`${ids} ${new Date(entry.atMs).toISOString()}  ${entry.path}${from}  ${entry.sentence}${undo}`);
}

function readSince(text: string, nowMs: number): number {
  if (/^\d+[smhd]$/.test(text)) return nowMs - readDuration('--since', text);
  // `Date.parse` reads a bare number as a month of 2001.
  const time = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new CliError(
      'usage',
      `Invalid --since: "${text}".`,
      'Usage: a time like 2026-11-20T08:00, or a time back from now like 2h.',
    );
  }
  return time;
}
