import type { OneOff } from '../compose-one-off.ts';
import type { TransferProgress } from '../engine/model/transfer-progress.ts';
import type { CommonFlags } from './common-flags.ts';
import { progressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';

export type OpenOneOff = (flags: CommonFlags) => Promise<OneOff>;

const SHOWN = 6;

/** Opens, draws the transfers in flight while `work` goes on, closes. A cancelled command keeps what it can resume. */
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

/** Draws them in place of the ones before; nothing is even listed where nobody would see it. */
export function drawTransfers(terminal: Terminal, list: () => readonly TransferProgress[]): void {
  if (!terminal.isInteractive) return;
  const transfers = list();
  const active = transfers.filter((transfer) => transfer.state !== 'queued');
  const lines = active.slice(0, SHOWN).map((transfer) => progressBar(transfer, terminal.columns));
  const more = transfers.length - lines.length;
  terminal.draw(more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines);
}
