import { CircleAlert, CircleCheck, CircleX, type LucideIcon, TriangleAlert, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useSession } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import type { UploadBatch } from '../../state/uploads/upload-batch.ts';
import type { UploadQueue } from '../../state/uploads/upload-queue.ts';
import { texts } from '../../texts/texts.ts';

/** Number of missing files listed by name. */
const MOST_MISSING = 8;

/** Uploads started in this window, in the corner of every page. A question waits here without interrupting. */
export function DropBatches(): ReactNode {
  const { drops } = useSession();
  const batches = useStore(drops);
  return (
    <section
      aria-label={texts.drop.region}
      aria-live="polite"
      className="pointer-events-none fixed end-4 bottom-4 z-10 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2"
    >
      {batches.map((batch) => (
        <BatchCard key={batch.key} batch={batch} drops={drops} />
      ))}
    </section>
  );
}

function BatchCard({ batch, drops }: { batch: UploadBatch; drops: UploadQueue }): ReactNode {
  const { key, destination, total, sent, skipped, failed } = batch;
  const isOpen = batch.state === 'reading' || batch.state === 'sending';
  const { icon: Icon, colour } = signOf(batch);
  const label = isOpen ? texts.actions.cancelOf(texts.actions.uploadTo(destination.name)) : texts.actions.dismiss;
  return (
    <div
      data-testid="drop-batch"
      className="pointer-events-auto grid gap-2 rounded-card border border-line bg-card p-3 shadow-float"
    >
      <div className="flex items-start gap-2.5">
        <Icon aria-hidden className={classNames('mt-1.5 size-4.5 shrink-0', colour)} />
        <p className="min-w-0 flex-1 py-1.5">{sentenceOf(batch)}</p>
        <Button kind="ghost" icon aria-label={label} onPress={() => (isOpen ? drops.cancel(key) : drops.dismiss(key))}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {isOpen && (
        <Progress
          label={texts.home.progressOf(texts.actions.uploadTo(destination.name))}
          share={total === 0 ? null : (sent + skipped + failed) / total}
        />
      )}
      {batch.asking > 0 && <ConflictQuestion batch={batch} drops={drops} />}
      {batch.missing.length > 0 && <MissingFiles paths={batch.missing} />}
      {batch.sentence !== null && <p className="text-bad text-small">{batch.sentence}</p>}
    </div>
  );
}

/** One question for the whole batch. */
function ConflictQuestion({ batch, drops }: { batch: UploadBatch; drops: UploadQueue }): ReactNode {
  return (
    <div className="grid gap-2 rounded-control bg-warn-bg p-3 text-warn">
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
    <ul className="text-small" aria-label={texts.drop.missing}>
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

function sentenceOf({ state, destination, total, sent, skipped, failed }: UploadBatch): string {
  if (state === 'reading') return texts.drop.reading;
  if (state === 'sending') return texts.drop.sending(sent, total, destination.name);
  if (state === 'interrupted') return texts.drop.interrupted(sent, total, destination.name);
  if (state === 'failed' && sent === 0) return texts.drop.nothingSent;
  return [
    (sent > 0 || (skipped === 0 && failed === 0)) && texts.drop.sent(sent, destination.name),
    skipped > 0 && texts.drop.skipped(skipped),
    failed > 0 && texts.drop.failed(failed),
    state === 'cancelled' && texts.home.transferStates.cancelled,
  ]
    .filter(Boolean)
    .join(' · ');
}

function signOf(batch: UploadBatch): { icon: LucideIcon; colour: string } {
  if (batch.state === 'interrupted') return { icon: TriangleAlert, colour: 'text-warn' };
  if (batch.state === 'failed' || batch.failed > 0) return { icon: CircleAlert, colour: 'text-bad' };
  if (batch.state === 'done') return { icon: CircleCheck, colour: 'text-ok' };
  if (batch.state === 'cancelled') return { icon: CircleX, colour: 'text-mute' };
  return { icon: Upload, colour: 'text-busy' };
}
