import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type QueuedToast,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from '../../components/controls/button.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { useStore } from '../../state/bridge/store.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Done, LastingWork } from './done.ts';

/** How long a toast stays, unless the pointer or the focus is in it. */
const STAYS_MS = 8_000;

type ToastsProps = { last: Done | null; running: readonly { readonly id: number; readonly done: Done }[] };

/** Shows the last completed action, which a later one replaces, and all work under way. */
export function Toasts({ last, running }: ToastsProps): ReactNode {
  const [queue] = useState(() => new ToastQueue<Done>());
  return (
    <>
      {running.map(({ id, done }) => (
        <Queued key={id} queue={queue} done={done} />
      ))}
      {last !== null && <Queued queue={queue} done={last} />}
      <Region queue={queue} />
    </>
  );
}

/** In the queue for as long as it is rendered, or until it times out or is dismissed. */
function Queued({ queue, done }: { queue: ToastQueue<Done>; done: Done }): ReactNode {
  useEffect(() => {
    const key = queue.add(done, done.work === undefined ? { timeout: STAYS_MS } : {});
    return () => queue.close(key);
  }, [queue, done]);
  return null;
}

function Region({ queue }: { queue: ToastQueue<Done> }): ReactNode {
  return (
    <ToastRegion
      queue={queue}
      aria-label={texts.frame.toasts}
      className="pointer-events-none fixed inset-x-4 bottom-6 z-30 grid justify-items-center gap-2 outline-none max-sm:bottom-[calc(5rem+var(--tray-height,0px))]"
    >
      {({ toast }) => (
        <Toast
          toast={toast}
          className="pointer-events-auto flex min-h-11 max-w-full flex-wrap items-center gap-x-4 rounded-card bg-inverse py-1.5 ps-4 pe-2 text-dense text-on-inverse shadow-float motion-safe:animate-[rise_150ms_ease-out]"
        >
          <DoneToast done={toast.content} onUndo={() => keepOpen(toast)} onEnd={() => queue.close(toast.key)} />
        </Toast>
      )}
    </ToastRegion>
  );
}

/** An undo may take longer than a toast stays, and its refusal is shown here. Without its timer, the region can't resume it. */
function keepOpen(toast: QueuedToast<Done>): void {
  toast.timer?.pause();
  delete toast.timer;
}

type DoneToastProps = { done: Done; onUndo: () => void; onEnd: () => void };

function DoneToast({ done: { sentence, undo, work }, onUndo, onEnd }: DoneToastProps): ReactNode {
  const undoing = useServiceAction(async (bridge, back: NonNullable<Done['undo']>) => {
    await back(bridge);
  });
  const { error } = undoing;
  const start = (back: NonNullable<Done['undo']>): void => {
    onUndo();
    undoing.mutate(back, { onSuccess: onEnd });
  };
  return (
    <>
      <ToastContent className="min-w-0 flex-1">
        <Text slot="title">{error === null ? sentence : `${error.message} ${error.remedy}`.trim()}</Text>
      </ToastContent>
      {work !== undefined && <Working progress={work.progress} sentence={sentence} />}
      {undo !== null && (
        <Button kind="onInverse" isBusy={undoing.isPending} onPress={() => start(undo)}>
          {texts.manage.undo}
        </Button>
      )}
      {/* Replaces the label of the slot ("Close"). */}
      {work === undefined && (
        <Button kind="onInverse" icon slot="close" aria-label={texts.actions.dismiss}>
          <X aria-hidden className="size-4" />
        </Button>
      )}
    </>
  );
}

/** The share is not part of the announced sentence: it would be read aloud over and over. */
function Working({ progress, sentence }: Pick<LastingWork, 'progress'> & { sentence: string }): ReactNode {
  if (progress !== null) return <Stoppable progress={progress} sentence={sentence} />;
  return (
    <div className="me-2 w-32">
      <Progress label={sentence} share={null} />
    </div>
  );
}

type StoppableProps = { progress: NonNullable<LastingWork['progress']>; sentence: string };

function Stoppable({ progress: { share, stop }, sentence }: StoppableProps): ReactNode {
  const done = useStore(share);
  const [isStopping, setStopping] = useState(false);
  const end = (): void => {
    setStopping(true);
    stop();
  };
  return (
    <>
      <div className="w-32">
        <Progress label={sentence} share={done} />
      </div>
      <Button kind="onInverse" isBusy={isStopping} onPress={end}>
        {texts.actions.stop}
      </Button>
    </>
  );
}
