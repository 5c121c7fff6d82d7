import { wholeNumber } from '../../../../preload/words/whole-number.ts';
import type { InWords } from '../../../../preload/words/wording.ts';
import { counted } from '../../../engine/report/status/words.ts';
import type { SyncReport } from '../../../engine/report/sync-report.ts';
import { printableName, type Terminal } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';

type HeldBatch = { readonly id: number; readonly sentence: string };

/** Most paths listed of each kind; `--json` lists all. */
const MOST_LISTED = 20;

/** What a sync did, and what waits for a decision: held items by their batch, since one decision covers them all. */
export function describeReport(
  report: InWords<SyncReport>,
  { held, conflicts }: { readonly held: readonly HeldBatch[]; readonly conflicts: number },
  terminal: Terminal,
): void {
  const parts = [
    `${report.uploaded} uploaded (${formatBytes(report.bytes_up)})`,
    `${report.downloaded} downloaded (${formatBytes(report.bytes_down)})`,
    `${report.moved} moved`,
    `${report.deleted_local + report.deleted_remote} deleted`,
    ...(report.conflicts > 0 ? [counted(report.conflicts, 'conflict copy', 'conflict copies')] : []),
    ...(report.ignored.length > 0 ? [`${report.ignored.length} ignored`] : []),
  ];
  const state =
    report.state === 'in_sync'
      ? 'In sync'
      : report.state === 'attention'
        ? 'Some paths need attention'
        : 'Not finished';
  terminal.result(`${state} after ${report.seconds} s: ${parts.join(', ')}.`);
  const blocked = report.blocked.filter(({ reason }) => reason !== 'held_by_guard');
  for (const { path, remedy } of blocked.slice(0, MOST_LISTED)) terminal.result(printableName(`  ${path}: ${remedy}`));
  if (blocked.length > MOST_LISTED) terminal.result(`  and ${wholeNumber(blocked.length - MOST_LISTED)} more`);
  for (const { id, sentence } of held) {
    terminal.result(printableName(`  ${sentence} Decide with \`tandem release ${id} --apply\` or \`--restore\`.`));
  }
  if (conflicts > 0)
    terminal.result(`  ${counted(conflicts, 'conflict waits', 'conflicts wait')} for a decision: \`tandem conflicts\``);
  for (const { path, reason } of (report.aliases ?? []).slice(0, MOST_LISTED))
    terminal.say(printableName(`  ${path}: ${reason}`));
  for (const ignored of report.ignored.slice(0, MOST_LISTED))
    terminal.say(printableName(`  ignored: ${ignored.path} (${ignored.reason})`));
  if (report.ignored.length > MOST_LISTED)
    terminal.say(`  and ${report.ignored.length - MOST_LISTED} more ignored; --json lists all`);
}
