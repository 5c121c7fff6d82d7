import { wholeNumber } from '../../../preload/words/whole-number.ts';
import type { OneOff } from '../../compose/one-off.ts';
import type { TransferProgress } from '../../engine/model/transfer-progress.ts';
import { progressBar } from '../terminal/progress-bar.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommonFlags } from '../words/common-flags.ts';

export type OpenOneOff = (flags: CommonFlags) => Promise<OneOff>;

const SHOWN = 6;

/** Opens, shows the transfers in flight during `work`, and closes. A cancelled command keeps its resumable state. */
export async function withOneOff<T>(
  open: OpenOneOff,
  flags: CommonFlags,
  terminal: Terminal,
  work: (oneOff: OneOff) => Promise<T>,
): Promise<T> {
  const oneOff = await open(flags);
  const stop = oneOff.transfers.subscribe(() => drawTransfers(terminal, oneOff.transfers.list));
  try {
    return await work(oneOff);
  } finally {
    stop();
    terminal.draw([]);
    await oneOff.transfers.close();
    await oneOff.connection.client.close();
  }
}

/** Redraws them in place. Skipped if no one would see it. */
export function drawTransfers(terminal: Terminal, list: () => readonly TransferProgress[]): void {
  if (!terminal.isInteractive) return;
  const transfers = list();
  const active = transfers.filter((transfer) => transfer.state !== 'queued');
  const lines = active.slice(0, SHOWN).map((transfer) => progressBar(transfer, terminal.columns));
  const more = transfers.length - lines.length;
  terminal.draw(more > 0 ? [...lines, `and ${wholeNumber(more)} more`] : lines);
}
