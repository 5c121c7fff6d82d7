import { type ReactNode, useEffect, useState } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from '../../components/controls/button.tsx';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Done } from './done.ts';

/** How long a toast stays, unless the pointer or the focus is in it. */
const STAYS_MS = 8_000;

/** Shows the last completed action; a later one replaces it. */
export function Toasts({ last }: { last: Done }): ReactNode {
  const [queue] = useState(() => new ToastQueue<Done>({ maxVisibleToasts: 1 }));
  useEffect(() => {
    queue.clear();
    queue.add(last, { timeout: STAYS_MS });
  }, [queue, last]);
  return (
    <ToastRegion
      queue={queue}
      aria-label={texts.frame.toasts}
      className="pointer-events-none fixed inset-x-4 bottom-6 z-30 grid justify-items-center outline-none max-sm:bottom-20"
    >
      {({ toast }) => (
        <Toast
          toast={toast}
          className="pointer-events-auto flex min-h-11 max-w-full flex-wrap items-center gap-x-4 rounded-card bg-inverse py-1.5 ps-4 pe-2 text-dense text-on-inverse shadow-float motion-safe:animate-[rise_150ms_ease-out]"
        >
          <DoneToast done={toast.content} onEnd={() => queue.close(toast.key)} />
        </Toast>
      )}
    </ToastRegion>
  );
}

function DoneToast({ done: { sentence, undo }, onEnd }: { done: Done; onEnd: () => void }): ReactNode {
  const undoing = useServiceAction(async (bridge, back: NonNullable<Done['undo']>) => {
    await back(bridge);
  });
  const { error } = undoing;
  return (
    <>
      <ToastContent className="min-w-0 flex-1">
        <Text slot="title">{error === null ? sentence : `${error.message} ${error.remedy}`.trim()}</Text>
      </ToastContent>
      {undo !== null && (
        <Button kind="onInverse" isBusy={undoing.isPending} onPress={() => undoing.mutate(undo, { onSuccess: onEnd })}>
          {texts.manage.undo}
        </Button>
      )}
      {/* Replaces the label of the slot ("Close"), which does not contain the visible word. */}
      <Button kind="onInverse" slot="close" aria-label={texts.actions.dismiss}>
        {texts.actions.dismiss}
      </Button>
    </>
  );
}
