import type { ConflictAnswer, PathUpload } from '../../../preload/ipc/shapes/drop.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { InWords } from '../../../preload/words/wording.ts';
import { type ByteRate, byteRate } from './byte-rate.ts';
import { fileRates } from './time-left.ts';
import type { DropDestination, UploadBatch } from './upload-batch.ts';
import type { UploadCards } from './upload-cards.ts';

/** The uploads of paths that the host sends, each as a card. The functions with a key return false for a card of this page's own files. */
export type PathCards = {
  /** Gets the messages of the feed. */
  readonly follow: (uploads: readonly InWords<PathUpload>[]) => void;
  readonly send: (destination: DropDestination, paths: readonly string[]) => Promise<void>;
  /** The feed says when the question is over. */
  readonly answer: (key: number, choice: ConflictAnswer) => boolean;
  readonly cancel: (key: number) => boolean;
  readonly cancelFile: (key: number, fileId: number) => boolean;
  readonly retry: (key: number, fileId: number | null) => boolean;
  readonly forget: (key: number) => boolean;
};

type Shown = {
  readonly key: number;
  readonly rate: ByteRate;
  readonly measured: ReturnType<typeof fileRates>;
  sentBytes: number;
};

export function pathCards(bridge: TandemBridge, cards: UploadCards): PathCards {
  const shown = new Map<string, Shown>();
  /** A message that was under way may still contain them. */
  const forgotten = new Set<string>();

  const batchOf = (key: number): string | null => {
    for (const [batchId, card] of shown) if (card.key === key) return batchId;
    return null;
  };
  const cancel = (key: number, fileId: number | null): boolean => {
    const batchId = batchOf(key);
    // It may have ended meanwhile, which the feed says.
    if (batchId !== null) void bridge.call('upload.cancel', { batchId, fileId });
    return batchId !== null;
  };
  const retry = async (key: number, batchId: string, fileId: number | null): Promise<void> => {
    cards.change(key, () => ({ sentence: null }));
    const tried = await bridge.call('upload.retry', { batchId, fileId });
    if (!tried.ok) cards.change(key, () => ({ sentence: `${tried.error.message} ${tried.error.remedy}` }));
  };
  return {
    follow: (uploads) => follow(uploads, cards, { shown, forgotten }),
    async send(destination, paths) {
      const { folderId, name: folderName } = destination;
      const begun = await bridge.call('drop.paths', { folderId, folderName, paths: [...paths] });
      if (begun.ok) return;
      cards.add({ destination, state: 'failed', sentence: `${begun.error.message} ${begun.error.remedy}` });
    },
    answer(key, onConflict) {
      const batchId = batchOf(key);
      // Another window may have answered before, or the upload may be over: the feed says so.
      if (batchId !== null) void bridge.call('upload.resolve', { batchId, onConflict });
      return batchId !== null;
    },
    cancel: (key) => cancel(key, null),
    cancelFile: cancel,
    retry(key, fileId) {
      const batchId = batchOf(key);
      if (batchId !== null) void retry(key, batchId, fileId);
      return batchId !== null;
    },
    forget(key) {
      const batchId = batchOf(key);
      if (batchId === null) return false;
      cancel(key, null);
      forgotten.add(batchId);
      shown.delete(batchId);
      return true;
    },
  };
}

type Known = { readonly shown: Map<string, Shown>; readonly forgotten: ReadonlySet<string> };

function follow(uploads: readonly InWords<PathUpload>[], cards: UploadCards, { shown, forgotten }: Known): void {
  const open = ({ batchId, destination, state, counts }: InWords<PathUpload>): Shown => {
    const key = cards.add({ destination, state });
    const opened = { key, rate: byteRate(), measured: fileRates(), sentBytes: counts.sentBytes };
    shown.set(batchId, opened);
    return opened;
  };
  const show = (upload: InWords<PathUpload>): void => {
    const card = shown.get(upload.batchId) ?? open(upload);
    const { state, total, counts, asking } = upload;
    card.rate.add(Math.max(0, counts.sentBytes - card.sentBytes));
    card.sentBytes = counts.sentBytes;
    cards.change(card.key, ({ files }) => {
      for (const file of upload.files) files.set(card.measured(file));
      return { state, total, counts, asking, sent: counts.sent, bytesPerSecond: card.rate.perSecond() };
    });
  };
  for (const upload of uploads) if (!forgotten.has(upload.batchId)) show(upload);
  const known = new Set(uploads.map(({ batchId }) => batchId));
  for (const [batchId, { key }] of shown) {
    if (known.has(batchId)) continue;
    shown.delete(batchId);
    // The card of one that succeeded stays. Another one ended with its account, or was dismissed in another window.
    if (!hasSucceeded(cards.get(key))) cards.remove(key);
  }
}

const hasSucceeded = (batch: UploadBatch | undefined): boolean => batch?.state === 'done' && batch.counts.failed === 0;
