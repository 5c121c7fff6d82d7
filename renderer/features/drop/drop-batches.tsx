import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleX,
  type LucideIcon,
  TriangleAlert,
  Upload,
  X,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useSession } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { batchSecondsLeft } from '../../state/uploads/time-left.ts';
import type { UploadBatch } from '../../state/uploads/upload-batch.ts';
import type { UploadQueue } from '../../state/uploads/upload-queue.ts';
import { formatRate } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { TrayFiles } from './tray-files.tsx';

/** Number of missing files listed by name. */
const MOST_MISSING = 8;

/**
 * The upload tray, in the corner of every page: each batch with its files. A question waits here without interrupting. In a narrow window it stands
 * between the page and the bottom bar, so that it covers no row; what floats there is moved up by `--tray-height`.
 */
export function DropBatches(): ReactNode {
  const { drops } = useSession();
  const batches = useStore(drops);
  return (
    <section
      ref={followHeight}
      aria-label={texts.drop.region}
      className="pointer-events-none flex shrink-0 flex-col gap-2 max-sm:max-h-[50vh] max-sm:overflow-y-auto max-sm:px-4 max-sm:pb-2 sm:fixed sm:end-4 sm:bottom-4 sm:z-10 sm:w-100 sm:max-w-[calc(100vw-2rem)]"
    >
      {batches.map((batch) => (
        <BatchCard key={batch.key} batch={batch} drops={drops} />
      ))}
    </section>
  );
}

/** Keeps `--tray-height` while the tray is shown. */
function followHeight(tray: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--tray-height', `${tray.offsetHeight}px`));
  observer.observe(tray);
  return () => {
    observer.disconnect();
    style.removeProperty('--tray-height');
  };
}

function BatchCard({ batch, drops }: { batch: UploadBatch; drops: UploadQueue }): ReactNode {
  const { key, destination } = batch;
  const isNarrow = useIsNarrow();
  const [chosen, fold] = useState<boolean | null>(null);
  const isFolded = chosen ?? isNarrow;
  const isOpen = batch.state === 'reading' || batch.state === 'sending';
  const { icon: Icon, colour } = signOf(batch);
  const sentence = sentenceOf(batch);
  const question = batch.asking > 0 ? texts.drop.question(batch.asking, destination.name) : '';
  // The count changes with every file, so only the question and the end are announced.
  useAnnouncement(isOpen ? question : sentence, `upload ${key}`);
  const label = isOpen ? texts.actions.cancelOf(texts.actions.uploadTo(destination.name)) : texts.actions.dismiss;
  const Chevron = isFolded ? ChevronUp : ChevronDown;
  return (
    <div
      data-testid="drop-batch"
      className="pointer-events-auto grid shrink-0 overflow-hidden rounded-card border border-line bg-over shadow-float [--field:var(--over)]"
    >
      <div className="flex items-start gap-2.5 py-2 ps-4 pe-2">
        {!isOpen && <Icon aria-hidden className={classNames('mt-1.5 size-4.5 shrink-0', colour)} />}
        <p className="min-w-0 flex-1 py-1.5 font-semibold wrap-anywhere max-sm:py-2.5">{sentence}</p>
        {batch.total > 0 && batch.state !== 'interrupted' && (
          <Button
            kind="ghost"
            icon
            aria-expanded={!isFolded}
            aria-label={isFolded ? texts.drop.showFiles : texts.drop.hideFiles}
            onPress={() => fold(!isFolded)}
          >
            <Chevron aria-hidden className="size-4" />
          </Button>
        )}
        <Button kind="ghost" icon aria-label={label} onPress={() => (isOpen ? drops.cancel(key) : drops.dismiss(key))}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {isOpen && <Overall batch={batch} />}
      {batch.asking > 0 && <ConflictQuestion batch={batch} drops={drops} />}
      {batch.missing.length > 0 && <MissingFiles paths={batch.missing} />}
      {batch.sentence !== null && <p className="px-4 pb-3 text-bad text-small">{batch.sentence}</p>}
      {!isFolded && <TrayFiles batch={batch} isOpen={isOpen} drops={drops} />}
    </div>
  );
}

/** Bytes, rate and time left of the whole batch. */
function Overall({ batch }: { batch: UploadBatch }): ReactNode {
  const { bytesPerSecond: rate, counts } = batch;
  const { bytes, sentBytes } = counts;
  const seconds = batchSecondsLeft(batch);
  return (
    <div className="grid gap-1.5 border-line border-t px-4 py-2.5">
      <p className="flex flex-wrap justify-between gap-x-3 text-dim text-small tabular-nums">
        <span>{texts.home.ofBytes(sentBytes, bytes)}</span>
        <span>{rate > 0 && seconds !== null && `${formatRate(rate)} · ${texts.home.leftLong(seconds)}`}</span>
      </p>
      <Progress
        label={texts.home.progressOf(texts.actions.uploadTo(batch.destination.name))}
        share={bytes === 0 ? null : sentBytes / bytes}
      />
    </div>
  );
}

/** One question for the whole batch. */
function ConflictQuestion({ batch, drops }: { batch: UploadBatch; drops: UploadQueue }): ReactNode {
  return (
    <div className="mx-3 mb-3 grid gap-2 rounded-control bg-warn-bg p-3 text-warn">
      <p>{texts.drop.question(batch.asking, batch.destination.name)}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onPress={() => drops.answer(batch.key, 'keep-both')}>
          {texts.drop.keepBoth}
        </Button>
        <Button onPress={() => drops.answer(batch.key, 'new-version')}>{texts.drop.newVersion}</Button>
        <Button onPress={() => drops.answer(batch.key, 'skip')}>{texts.drop.skip}</Button>
      </div>
    </div>
  );
}

/** Files whose bytes were lost with the page. */
function MissingFiles({ paths }: { paths: readonly string[] }): ReactNode {
  return (
    <ul className="px-4 pb-3 text-small" aria-label={texts.drop.missing}>
      {paths.slice(0, MOST_MISSING).map((path) => (
        <li key={path} dir="auto" className="w-fit max-w-full truncate" title={path}>
          {path}
        </li>
      ))}
      {paths.length > MOST_MISSING && (
        <li className="text-dim">{texts.home.inFlightMore(paths.length - MOST_MISSING)}</li>
      )}
    </ul>
  );
}

function sentenceOf({ state, destination, total, sent, counts }: UploadBatch): string {
  const { waiting, skipped, failed, cancelled } = counts;
  if (state === 'reading') return texts.drop.reading;
  if (state === 'sending') return texts.drop.sending(Math.max(1, total - waiting), total, destination.name);
  if (state === 'interrupted') return texts.drop.interrupted(sent, total, destination.name);
  if (state === 'failed' && sent === 0) return texts.drop.nothingSent;
  const isNothingElse = skipped + failed + cancelled === 0;
  return [
    (sent > 0 || isNothingElse) && texts.drop.sent(sent, destination.name),
    skipped > 0 && texts.drop.skipped(skipped),
    failed > 0 && texts.drop.failed(failed),
    (state === 'cancelled' || cancelled > 0) && texts.home.transferStates.cancelled,
  ]
    .filter(Boolean)
    .join(' · ');
}

function signOf({ state, counts }: UploadBatch): { icon: LucideIcon; colour: string } {
  if (state === 'interrupted') return { icon: TriangleAlert, colour: 'text-warn' };
  if (state === 'failed' || counts.failed > 0) return { icon: CircleAlert, colour: 'text-bad' };
  if (state === 'done') return { icon: CircleCheck, colour: 'text-ok' };
  if (state === 'cancelled') return { icon: CircleX, colour: 'text-mute' };
  return { icon: Upload, colour: 'text-busy' };
}
