import { wholeNumber } from '../../../preload/words/whole-number.ts';
import type { OneOff } from '../../compose/one-off.ts';
import type { TransferProgress } from '../../engine/model/transfer/transfer-progress.ts';
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
  const stop = await showTransfers(terminal, oneOff.transfers);
  try {
    return await work(oneOff);
  } finally {
    stop();
    terminal.draw([]);
    await oneOff.transfers.close();
    await oneOff.connection.client.close();
  }
}

/** Keeps their progress drawn in place until the result is called. Skipped if no one would see it. */
export async function showTransfers(terminal: Terminal, transfers: OneOff['transfers']): Promise<() => void> {
  if (!terminal.isInteractive) return () => undefined;
  const { progressBar } = await import('../terminal/progress-bar.ts');
  return transfers.subscribe(() => drawTransfers(terminal, transfers.list(), progressBar));
}

type DrawBar = (progress: TransferProgress, columns: number) => string;

function drawTransfers(terminal: Terminal, transfers: readonly TransferProgress[], bar: DrawBar): void {
  const active = transfers.filter((transfer) => transfer.state !== 'queued');
  const lines = active.slice(0, SHOWN).map((transfer) => bar(transfer, terminal.columns));
  const more = transfers.length - lines.length;
  terminal.draw(more > 0 ? [...lines, `and ${wholeNumber(more)} more`] : lines);
}
