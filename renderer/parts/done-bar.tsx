import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../preload/ipc/bridge.ts';
import { Button } from '../components/button.tsx';
import { Refusal } from '../components/refusal.tsx';
import { useServiceAction } from '../state/service.ts';
import { texts } from '../style/texts.ts';

/** What was just done, and the way back where the service has one. */
export type Done = {
  readonly sentence: string;
  readonly undo: ((bridge: TandemBridge) => Promise<unknown>) | null;
};

/** Tells what was done last; a later one takes its place. */
export function useDone(): readonly [ReactNode, (done: Done) => void] {
  const [last, tell] = useState<Done | null>(null);
  return [<DoneBar key={last?.sentence} done={last} onEnd={() => tell(null)} />, tell];
}

function DoneBar({ done, onEnd }: { done: Done | null; onEnd: () => void }): ReactNode {
  const undo = useServiceAction(async (bridge, back: NonNullable<Done['undo']>) => {
    await back(bridge);
  });
  const back = done?.undo ?? null;
  return (
    <output className="contents">
      {done !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-mute-bg px-4 py-2">
          <span className="min-w-0">{done.sentence}</span>
          <span className="flex gap-2">
            {back !== null && (
              <Button isDisabled={undo.isPending} onPress={() => undo.mutate(back, { onSuccess: onEnd })}>
                {texts.manage.undo}
              </Button>
            )}
            <Button kind="quiet" onPress={onEnd}>
              {texts.actions.dismiss}
            </Button>
          </span>
          <Refusal error={undo.error} />
        </div>
      )}
    </output>
  );
}
