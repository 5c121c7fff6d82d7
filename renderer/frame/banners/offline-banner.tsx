import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryNow, useIsOffline, useNextTry } from '../../parts/retry-now.tsx';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** Shown while the service does not answer, on every page that does not say so itself. Without Tandem, what it last said is no longer true. */
export function OfflineBanner(): ReactNode {
  const isConnected = useConnection() === 'connected';
  const isOffline = useIsOffline();
  return <div aria-live="polite">{isConnected && isOffline && <Offline />}</div>;
}

function Offline(): ReactNode {
  const why = useStatus(({ account }) => account.sentence) ?? '';
  const nextTry = useNextTry();
  return (
    <section
      aria-label={texts.states.offline}
      className="flex flex-wrap items-center gap-3 border-line border-b bg-mute-bg px-4 py-2 md:px-8"
    >
      <WifiOff aria-hidden className="size-4 shrink-0 text-dim" />
      <p className="min-w-0 flex-[1_1_16rem]">
        <strong className="font-semibold">{texts.states.offline}.</strong> {why}{' '}
        {/* A time that moves with each attempt is not read aloud. */}
        <span aria-live="off" className="text-dim tabular-nums">
          {nextTry}
        </span>
      </p>
      <RetryNow />
    </section>
  );
}
