import type { OneOff } from '../compose-one-off.ts';
import type { TransferProgress } from '../engine/transfer/transfer.ts';
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
  const stop = oneOff.transfers.subscribe(() => drawTransfers(terminal, oneOff.transfers.list()));
  try {
    return await work(oneOff);
  } finally {
    stop();
    terminal.draw([]);
    await oneOff.transfers.close();
    await oneOff.connection.client.close();
  }
}

export function drawTransfers(terminal: Terminal, transfers: readonly TransferProgress[]): void {
  const active = transfers.filter((transfer) => transfer.state !== 'queued');
  const lines = active.slice(0, SHOWN).map((transfer) => progressBar(transfer, terminal.columns));
  const more = transfers.length - lines.length;
  terminal.draw(more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines);
}
