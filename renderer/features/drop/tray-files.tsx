import { CircleCheck, RefreshCw, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { UploadFile } from '../../../preload/ipc/shapes/drop.ts';
import { listRow, rowKeys } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { baseName } from '../../state/items/base-name.ts';
import { fileSecondsLeft } from '../../state/uploads/time-left.ts';
import type { UploadBatch } from '../../state/uploads/upload-batch.ts';
import type { UploadQueue } from '../../state/uploads/upload-queue.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** Files added per click: a batch may hold thousands that wait or have failed. */
const STEP = 100;

/** The files of a batch: those in flight, the failed ones, the last finished ones; the waiting ones, and more than a hundred failed ones, on request. */
export function TrayFiles({
  batch,
  isOpen,
  drops,
}: {
  batch: UploadBatch;
  /** The batch is still being sent. */
  isOpen: boolean;
  drops: UploadQueue;
}): ReactNode {
  const [shown, show] = useState(0);
  if (batch.state === 'cancelled') return null;
  const { files, counts } = batch;
  const rows = [
    ...files.first('sending', counts.sending),
    ...files.first('failed', STEP + shown),
    ...(isOpen ? [...files.lastSent(), ...files.first('waiting', shown)] : []),
  ];
  const hidden = [
    { count: counts.failed - STEP - shown, sentence: texts.drop.failedMore },
    { count: isOpen ? counts.waiting - shown : 0, sentence: texts.home.inFlightMore },
  ].filter(({ count }) => count > 0);
  if (rows.length + hidden.length === 0) return null;
  const canRetryAll = rows.filter(({ state, isReadable }) => state === 'failed' && isReadable).length > 1;
  return (
    <>
      {canRetryAll && (
        <p className="flex justify-end px-2 pb-2">
          <Button size="row" onPress={() => drops.retry(batch.key, null)}>
            <RefreshCw aria-hidden className="size-4" />
            {texts.drop.retryAll}
          </Button>
        </p>
      )}
      <ul
        aria-label={texts.drop.files}
        ref={rowKeys}
        className="max-h-96 divide-y divide-line overflow-y-auto border-line border-t"
      >
        {rows.map((file) => (
          <TrayFile key={file.id} file={file} batchKey={batch.key} drops={drops} />
        ))}
      </ul>
      {hidden.map(({ count, sentence }) => (
        <p
          key={sentence(1)}
          className="flex min-h-11 items-center justify-between border-line border-t px-4 text-dim text-small"
        >
          {sentence(count)}
          <Button kind="quiet" size="row" onPress={() => show(shown + STEP)}>
            {texts.drop.show}
          </Button>
        </p>
      ))}
    </>
  );
}

function TrayFile({ file, batchKey, drops }: { file: UploadFile; batchKey: number; drops: UploadQueue }): ReactNode {
  const name = baseName(file.path);
  return (
    <li {...listRow} className="flex min-h-14 items-center gap-3 py-1.5 ps-4 pe-2">
      <FileIcon type={fileType(name)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <span dir="auto" className="w-fit max-w-full truncate text-dense" title={file.path}>
          {name}
        </span>
        {file.state === 'sending' && (
          <Progress
            label={texts.home.progressOf(file.path)}
            share={file.sizeBytes === 0 ? null : file.sentBytes / file.sizeBytes}
          />
        )}
        <span className={file.state === 'failed' ? 'text-bad text-small' : 'text-dim text-small tabular-nums'}>
          {lineOf(file)}
        </span>
      </div>
      {file.state === 'failed' && file.isReadable && (
        <Button size="row" aria-label={texts.drop.retryOf(file.path)} onPress={() => drops.retry(batchKey, file.id)}>
          <RefreshCw aria-hidden className="size-4" />
          {texts.drop.retry}
        </Button>
      )}
      {(file.state === 'sending' || file.state === 'waiting') && (
        <Button
          kind="ghost"
          icon
          size="row"
          aria-label={texts.drop.stop(file.path)}
          onPress={() => drops.cancelFile(batchKey, file.id)}
        >
          <X aria-hidden className="size-4" />
        </Button>
      )}
      {file.state === 'sent' && <CircleCheck aria-hidden className="me-1.5 size-4.5 text-ok" />}
    </li>
  );
}

function lineOf(file: UploadFile): string {
  const { state, sizeBytes, sentBytes, sentence } = file;
  if (state === 'failed') return sentence ?? texts.home.transferStates.failed;
  if (state === 'sent') return texts.drop.uploaded(formatBytes(sizeBytes));
  if (state === 'waiting') return formatBytes(sizeBytes);
  const seconds = fileSecondsLeft(file);
  const left = seconds === null ? '' : texts.home.leftLong(seconds);
  return [texts.home.ofBytes(sentBytes, sizeBytes), left].filter((part) => part !== '').join(' · ');
}
