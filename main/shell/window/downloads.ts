import type { Session } from 'electron';

/**
 * Reports each download that breaks off, by its file name. The system asks where to save it; after that Electron shows nothing of it, neither
 * progress nor failure.
 */
export function watchDownloads(session: Pick<Session, 'on'>, reportBroken: (name: string) => void): void {
  session.on('will-download', (_event, item) => {
    // No one could resume it.
    item.on('updated', (_updated, state) => {
      if (state !== 'interrupted') return;
      item.cancel();
      reportBroken(item.getFilename());
    });
    item.once('done', (_done, state) => {
      if (state === 'interrupted') reportBroken(item.getFilename());
    });
  });
}
