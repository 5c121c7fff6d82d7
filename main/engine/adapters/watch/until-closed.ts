import type { WatchListener } from '../../ports/watcher.ts';

export type ClosableListener = WatchListener & { close(): void };

/** Passes on what a watch reports until it is closed: a look at the disk may end later. */
export function untilClosed({ hint, renew, blind }: WatchListener): ClosableListener {
  let isClosed = false;
  const open = <Report>(report: (value: Report) => void) => {
    return (value: Report): void => {
      if (!isClosed) report(value);
    };
  };
  return { hint: open(hint), renew: open(renew), blind: open(blind), close: () => void (isClosed = true) };
}
