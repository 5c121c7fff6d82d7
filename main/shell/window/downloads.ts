import type { DownloadItem, Session } from 'electron';

/** From 0 to 1; `unknown` if a size is not known; null: nothing is being downloaded. */
export type Progress = number | 'unknown' | null;

export type DownloadViews = {
  /** A download broke off. */
  readonly reportBroken: (name: string) => void;
  /** Called when the progress of all running downloads together changes. */
  readonly showProgress: (progress: Progress) => void;
};

export type Downloads = {
  /** How many are under way. They end with the application. */
  running(): number;
};

/**
 * Shows the progress of downloads, and reports each one that breaks off, by its file name. The system asks where to save it; after that Electron
 * shows nothing of it.
 */
export function watchDownloads(session: Pick<Session, 'on'>, { reportBroken, showProgress }: DownloadViews): Downloads {
  const running = new Set<DownloadItem>();
  const show = (): void => showProgress(progressOf([...running]));
  session.on('will-download', (_event, item) => {
    running.add(item);
    item.on('updated', (_updated, state) => {
      show();
      if (state !== 'interrupted') return;
      // No one could resume it.
      item.cancel();
      reportBroken(item.getFilename());
    });
    item.once('done', (_done, state) => {
      running.delete(item);
      show();
      if (state === 'interrupted') reportBroken(item.getFilename());
    });
  });
  return { running: () => running.size };
}

function progressOf(items: readonly DownloadItem[]): Progress {
  if (items.length === 0) return null;
  const [totals, received] = [items.map((item) => item.getTotalBytes()), items.map((item) => item.getReceivedBytes())];
  // Electron gives 0 for an unknown size.
  return totals.includes(0) ? 'unknown' : sumOf(received) / sumOf(totals);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
